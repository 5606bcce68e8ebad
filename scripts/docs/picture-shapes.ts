/** Glyphs that fonts draw at different sizes, or lack: drawn as shapes that fill their cell. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Draw = (box: Box, ink: string) => string;

const rect = (box: Box, ink: string, more = ""): string =>
  `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${ink}"${more}/>`;

const polygon = (points: readonly (readonly [number, number])[], ink: string): string =>
  `<polygon points="${points.map((point) => point.join(",")).join(" ")}" fill="${ink}"/>`;

/** The part of a cell that letters take, for glyphs that stand among them. */
const letters = ({ x, y, width, height }: Box): Box => ({
  x,
  y: y + height * 0.2,
  width,
  height: height * 0.6,
});

const narrowed = (box: Box): Box => ({ ...box, x: box.x + 1, width: box.width - 2 });

/** A line that goes on, and one that leaves it: fonts that lack the glyph borrow one of another size. */
function branch({ x, y, width, height }: Box, ink: string): string {
  const [top, low] = [y + height * 0.32, y + height * 0.68];
  const path = `M${x} ${top}h${width * 0.25}L${x + width * 0.7} ${low}H${x + width}`;
  const upper = `M${x + width * 0.55} ${top}H${x + width}`;
  return `<path d="${path}${upper}" fill="none" stroke="${ink}" stroke-width="1.2"/>`;
}

const SHAPES: ReadonlyMap<string, Draw> = new Map<string, Draw>([
  ["█", (box, ink) => rect(letters(box), ink)],
  ["░", (box, ink) => rect(letters(box), ink, ' fill-opacity="0.25"')],
  ["▕", (box, ink) => rect({ ...letters(box), x: box.x + box.width - 1, width: 1 }, ink)],
  ["▏", (box, ink) => rect({ ...letters(box), width: 1 }, ink)],
  ["▮", (box, ink) => rect(narrowed(letters(box)), ink)],
  [
    "▯",
    (box, ink) => {
      const { x, y, width, height } = narrowed(letters(box));
      const line = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 };
      return rect(line, "none", ` stroke="${ink}"`);
    },
  ],
  ["│", (box, ink) => rect({ ...box, x: box.x + box.width / 2 - 0.5, width: 1 }, ink)],
  ["|", (box, ink) => rect({ ...letters(box), x: box.x + box.width / 2 - 0.5, width: 1 }, ink)],
  ["⎇", (box, ink) => branch(box, ink)],
  [
    "\ue0b0",
    ({ x, y, width, height }, ink) =>
      polygon(
        [
          [x - 0.5, y],
          [x + width, y + height / 2],
          [x - 0.5, y + height],
        ],
        ink,
      ),
  ],
  [
    "\ue0b2",
    ({ x, y, width, height }, ink) =>
      polygon(
        [
          [x + width + 0.5, y],
          [x, y + height / 2],
          [x + width + 0.5, y + height],
        ],
        ink,
      ),
  ],
]);

/** The shape of a glyph in its cell; undefined for glyphs that are text. */
export function cellShape(glyph: string, box: Box, ink: string): string | undefined {
  return SHAPES.get(glyph)?.(box, ink);
}
