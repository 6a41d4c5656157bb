import { compatDoor } from "./compat-door.ts";
import { docsDoor } from "./docs-door.ts";
import type { Door } from "./door.ts";
import { batchDoor, extractDoor } from "./extract-door.ts";
import { feedDoor } from "./feed-door.ts";
import { libraryDoor, sourcesDoor } from "./library-door.ts";
import { mcpDoor } from "./mcp/door.ts";
import { readerDoor } from "./reader/door.ts";
import { statusDoor } from "./status-door.ts";

/** Every door of the server, in the order of the docs: a new one is registered here. */
export const DOORS: readonly Door[] = [
  extractDoor,
  batchDoor,
  libraryDoor,
  sourcesDoor,
  feedDoor,
  statusDoor,
  docsDoor,
  mcpDoor,
  compatDoor,
  readerDoor,
];
