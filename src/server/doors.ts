import { docsDoor } from "./api/docs-door.ts";
import { batchDoor, extractDoor } from "./api/extract-door.ts";
import { feedDoor } from "./api/feed-door.ts";
import { libraryDoor, sourcesDoor } from "./api/library-door.ts";
import { pagesDoor } from "./api/pages-door.ts";
import { statusDoor } from "./api/status-door.ts";
import { compatDoor } from "./compat-door.ts";
import type { Door } from "./door.ts";
import { mcpDoor } from "./mcp/door.ts";
import { readerDoor } from "./reader/door.ts";
import { studioDoor } from "./studio/door.ts";

/** Every door of the server, in the order of the docs: a new one is registered here. */
export const DOORS: readonly Door[] = [
  extractDoor,
  batchDoor,
  libraryDoor,
  sourcesDoor,
  pagesDoor,
  feedDoor,
  statusDoor,
  docsDoor,
  mcpDoor,
  compatDoor,
  readerDoor,
  studioDoor,
];
