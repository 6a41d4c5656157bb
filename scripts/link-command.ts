import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** Puts `galley` among the checkout's own commands: without it `npx galley` installs a second copy, three seconds a call. */
if (process.platform !== "win32") {
  const commands = join(import.meta.dirname, "../node_modules/.bin");
  mkdirSync(commands, { recursive: true });
  rmSync(join(commands, "galley"), { force: true });
  symlinkSync("../../dist/cli/main.js", join(commands, "galley"));
}
