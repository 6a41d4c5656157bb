export { addKey, readKeyFile, removeKey, SCOPES, type Scope } from "./keys.ts";
export { makeOriginalWriter } from "./reader/original.ts";
export { type RunningServer, type ServeOptions, startServer } from "./serve.ts";
