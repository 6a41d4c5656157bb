import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { findData } from "../../src/sets/index.ts";

const ROOT = join(import.meta.dirname, "../..");
const LIMIT_MS = 200_000;

/** The result of a command; no status where it was ended. */
interface Run {
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** A reader's checkout with the files of the package; removed with everything that blocks write. */
export interface World {
  readonly folder: string;
  /** Runs a command; `commands` is a folder of commands that are found before all others. */
  run(command: string, args: readonly string[], commands?: string): Promise<Run>;
  close(): void;
}

/** Makes the folder in which the blocks of one document run, in their order, with further variables of the environment. */
export function makeWorld(environment: Readonly<Record<string, string>> = {}): World {
  const temporary = mkdtempSync(join(tmpdir(), "galley-docs-"));
  const folder = join(temporary, "galley");
  mkdirSync(folder);
  // The reader's own project beside it, into which the README installs the package.
  mkdirSync(join(temporary, "your-project"));
  for (const name of readdirSync(ROOT)) {
    if (name === ".git" || name === "out") continue;
    // Copied, as pages may not be links that lead out of the folder they are read from.
    if (name === "examples") cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    else symlinkSync(join(ROOT, name), join(folder, name));
  }
  const commands = join(temporary, "bin");
  writeCommands(commands);
  const path = [commands, join(ROOT, "node_modules/.bin"), process.env.PATH];
  return {
    folder,
    run: (command, args, first) => {
      const env = {
        ...process.env,
        PATH: [...(first === undefined ? [] : [first]), ...path].join(delimiter),
        NO_COLOR: "1",
        FORCE_COLOR: undefined,
        GALLEY_DATA: findData(),
        ...environment,
      };
      const options = { cwd: folder, env, timeout: LIMIT_MS, maxBuffer: 1 << 28 };
      return new Promise((resolve) => {
        const child = execFile(command, args, options, (error, stdout, stderr) => {
          const status = error === null ? 0 : typeof error.code === "number" ? error.code : undefined;
          resolve({ status, stdout, stderr: status === undefined ? `${error}\n${stderr}` : stderr });
        });
        child.stdin?.end();
      });
    },
    close: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

/** `galley` and `npx galley` run the build; npm's scripts are only looked up. */
function writeCommands(folder: string): void {
  const main = join(ROOT, "dist/cli/main.js");
  const scripts = join(ROOT, "package.json");
  const commands = {
    galley: `exec node "${main}" "$@"`,
    npx: `if [ "$1" = -c ]; then exec bash -c "$2"; fi\n[ "$1" = galley ] || { echo "npx $1 is not run by the tests of the docs" >&2; exit 1; }\nshift\nexec node "${main}" "$@"`,
    npm: [
      'case "$1" in ci|install|i|pack) exit 0 ;; run) name="$2" ;; *) name="$1" ;; esac',
      `node -e 'if (!(process.argv[2] in require(process.argv[1]).scripts)) { console.error("npm has no script " + process.argv[2]); process.exit(1) }' "${scripts}" "$name"`,
    ].join("\n"),
  };
  mkdirSync(folder);
  for (const [name, body] of Object.entries(commands)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}
