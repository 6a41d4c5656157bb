export { describeChange } from "./describe-change.ts";
export { isRunFolder, RunFolder, readFronts } from "./run-folder.ts";
