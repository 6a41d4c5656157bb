import { compatDoor } from "./compat-door.ts";
import type { Door } from "./door.ts";
import { extractDoor } from "./extract-door.ts";
import { mcpDoor } from "./mcp-door.ts";
import { readerDoor } from "./reader-door.ts";
import { statusDoor } from "./status-door.ts";

/** Every door of the server: a new one is registered here. */
export const DOORS: readonly Door[] = [statusDoor, extractDoor, mcpDoor, compatDoor, readerDoor];
