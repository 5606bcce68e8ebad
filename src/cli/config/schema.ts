import { configSchema } from "../../config/schema.ts";
import { ITEMS } from "../../status/items/registry.ts";
import { EXIT_OK, type Invocation } from "../command.ts";

/** Prints the JSON Schema of `config.yaml`, for editors. */
export function printSchema({ io }: Invocation): number {
  io.out(`${JSON.stringify(configSchema(ITEMS), null, 2)}\n`);
  return EXIT_OK;
}
