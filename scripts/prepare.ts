/**
 * Runs after `npm ci` and before `npm pack`. The hooks are `postprepare` and `prepack`, as npm warns whoever installs a packed
 * package that has a `prepare`.
 */
import { buildIfStale } from "./fresh-build.ts";
import { writeModels } from "./write-models.ts";

writeModels();
buildIfStale();
