export { addKey, readKeyFile, removeKey, SCOPES, type Scope } from "./keys.ts";
export { type RunningServer, type ServeOptions, startServer } from "./serve.ts";
