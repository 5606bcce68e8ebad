/**
 * What a framer passes on of its chunks: all but the strings that are taken out. Of a string of which
 * it is not known yet whether it is taken out, the bytes are held until it is.
 */

/** For one stream. The places are those of the chunk that was begun last. */
export interface PassedOn {
  begin(chunk: Uint8Array): void;
  /** What begins at `at` may have to be taken out. */
  mark(at: number): void;
  /** What was marked is passed on. */
  release(): void;
  /** What was marked is taken out, and all that follows until `resume`. */
  drop(): void;
  /** What stands at `at` is passed on again, and what was marked is taken out. */
  resume(at: number): void;
  /** What was marked is passed on again, if it turns out so. */
  resumeAtMark(): void;
  /** The bytes to pass on; what is marked and undecided is held. */
  end(isUndecided: boolean): Uint8Array;
  /** The end of the stream: what was held and not taken out. */
  flush(): Uint8Array;
  heldBytes(): number;
}

interface State {
  chunk: Uint8Array;
  /** Parts of the output, and the first byte of the chunk that is in none of them. */
  pieces: Uint8Array[];
  keptFrom: number;
  /** Negative: it began in an earlier chunk. */
  markedAt: number;
  dropping: boolean;
  readonly held: Uint8Array;
  heldBytes: number;
}

const NO_BYTES = new Uint8Array(0);

/** At most `capBytes` are held; with 0 nothing is ever taken out, and every chunk is passed on as it is. */
export function createPassedOn(capBytes: number): PassedOn {
  const state: State = {
    chunk: NO_BYTES,
    pieces: [],
    keptFrom: 0,
    markedAt: -1,
    dropping: false,
    held: new Uint8Array(capBytes),
    heldBytes: 0,
  };
  const release = () => giveBack(state);
  return {
    begin: (chunk) => {
      state.chunk = chunk;
      state.keptFrom = 0;
      state.markedAt = -1;
    },
    mark: (at) => {
      state.markedAt = at;
    },
    release,
    drop: () => {
      keepUntil(state, state.markedAt);
      state.heldBytes = 0;
      state.dropping = true;
    },
    resume: (at) => {
      if (!state.dropping) return release();
      state.heldBytes = 0;
      state.keptFrom = at;
      state.dropping = false;
    },
    resumeAtMark: () => {
      if (state.dropping) state.keptFrom = Math.max(state.markedAt, 0);
      state.dropping = false;
    },
    end: (isUndecided) => (capBytes === 0 ? state.chunk : end(state, isUndecided)),
    flush: () => {
      if (state.dropping) state.heldBytes = 0;
      state.dropping = false;
      release();
      return joined(state);
    },
    heldBytes: () => state.heldBytes,
  };
}

function end(state: State, isUndecided: boolean): Uint8Array {
  const { chunk, held } = state;
  const until = isUndecided ? Math.max(state.markedAt, 0) : chunk.length;
  if (!state.dropping) {
    if (!isUndecided) giveBack(state);
    if (state.pieces.length === 0 && state.keptFrom === 0 && until === chunk.length) return chunk;
    keepUntil(state, until);
  }
  held.set(chunk.subarray(until), state.heldBytes);
  state.heldBytes += chunk.length - until;
  return joined(state);
}

function keepUntil(state: State, until: number): void {
  if (until > state.keptFrom) state.pieces.push(state.chunk.subarray(state.keptFrom, until));
}

/** Held bytes stand before all of the chunk, so nothing of it has been passed on yet. */
function giveBack(state: State): void {
  if (state.heldBytes > 0) state.pieces.push(state.held.slice(0, state.heldBytes));
  state.heldBytes = 0;
}

function joined(state: State): Uint8Array {
  const { pieces } = state;
  state.pieces = [];
  state.chunk = NO_BYTES;
  if (pieces.length < 2) return pieces[0] ?? NO_BYTES;
  const all = new Uint8Array(pieces.reduce((bytes, piece) => bytes + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
