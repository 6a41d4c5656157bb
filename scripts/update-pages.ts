import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES, pageNames, readActual, readExpected } from "../test/pages.ts";

const USAGE = `Writes what pages of test/pages give today into their expected.json: read the diff before you commit it.
Only the fields that are there already are written; a new page's are written by hand.

  npm run pages:update -- NAME...   the names of folders in test/pages`;

const names = process.argv.slice(2);
const unknown = names.filter((name) => !pageNames().includes(name));
if (names.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no page ${name} in test/pages.`);
  console.error(USAGE);
  process.exitCode = 2;
} else {
  for (const name of names) {
    const actual = readActual(name, readExpected(name));
    const path = join(PAGES, name, "expected.json");
    writeFileSync(path, `${JSON.stringify(actual, null, 2)}\n`);
    // npm puts the formatter on the path.
    execFileSync("biome", ["format", "--write", path], { stdio: "ignore" });
    console.log(`test/pages/${name}/expected.json`);
  }
}
