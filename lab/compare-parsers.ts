/** `npm run compare:parsers`: our parser against parse5 on tag soup and on labelled pages, and against Chromium on tag soup. */
import { parseArgs } from "node:util";
import { asNewsError, NewsError } from "../src/errors/index.ts";
import { launchBrowser } from "../test/browser.ts";
import { makeRandom } from "../test/newsroom/random.ts";
import { chromiumLines } from "../test/parser/chromium-lines.ts";
import { realPages, setNames } from "../test/parser/real-pages.ts";
import { withoutSelectTags } from "../test/parser/select-tags.ts";
import {
  asInBrowser,
  endsInDoctypeKeyword,
  makePlainTagSoup,
  makeTagSoup,
  withOtherScripts,
} from "../test/parser/tag-soup.ts";
import { isSameAsUtf8, ourLines, parse5Lines } from "../test/parser/tree-lines.ts";

const HELP = `Compares the trees of our parser with those of others, and of pages read as UTF-8 with those of their text,
and prints what differs.

  npm run compare:parsers                              # a million documents of tag soup, against parse5
  npm run compare:parsers -- --documents 20000 --seed 7
  npm run compare:parsers -- --pages wcxb-dev,fundus-a # every page of these labelled sets besides
  npm run compare:parsers -- --pages all               # every page of every set at hand
  npm run compare:parsers -- --chromium 5000           # this many documents against Chromium too`;

/** Differences that are printed; one is enough to fail. */
const MOST_PRINTED = 5;
const OPTIONS = {
  documents: { type: "string", default: "1000000" },
  seed: { type: "string", default: "1" },
  pages: { type: "string", default: "" },
  chromium: { type: "string", default: "0" },
  help: { type: "boolean", default: false },
} as const;

class Differences {
  compared = 0;
  found = 0;

  add(isEqual: boolean, what: string): void {
    this.compared++;
    if (!isEqual && ++this.found <= MOST_PRINTED) console.log(`different: ${what}`);
  }

  join({ compared, found }: Differences): void {
    this.compared += compared;
    this.found += found;
  }

  print(kind: string): void {
    console.log(`${kind}: ${this.compared} compared, ${this.found} different`);
    if (this.found > 0) process.exitCode = 1;
  }
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.join("\n") === other.join("\n");
}

function compareSoup(documents: number, seed: string): void {
  const random = makeRandom(seed);
  const differences = new Differences();
  const encoded = new Differences();
  for (let at = 0; at < documents; at++) {
    const soup = makePlainTagSoup(random);
    differences.add(isEqual(ourLines(soup), parse5Lines(soup)), JSON.stringify(soup));
    const other = withOtherScripts(soup);
    encoded.add(isSameAsUtf8(other), JSON.stringify(other));
  }
  differences.print("tag soup");
  encoded.print("tag soup read as UTF-8 and as text");
}

/** The sets that are meant; an unknown one is reported before the first document is compared, as a million of them take minutes. */
function chooseSets(pages: string): readonly string[] {
  if (pages === "") return [];
  const atHand = setNames();
  const wanted = pages === "all" ? atHand : pages.split(",").filter((set) => set !== "");
  const missing = wanted.find((set) => !atHand.includes(set));
  if (wanted.length > 0 && missing === undefined) return wanted;
  const what = missing === undefined ? "no labelled set" : `no labelled set "${missing}"`;
  throw new NewsError(
    "FILE_NOT_FOUND",
    `There is ${what} at hand: name the folder of the sets in GALLEY_DATA.`,
  );
}

async function comparePages(sets: readonly string[]): Promise<void> {
  const all = new Differences();
  for (const set of sets) {
    const differences = new Differences();
    const encoded = new Differences();
    for await (const { id, html } of realPages(set, 1)) {
      const page = withoutSelectTags(html);
      differences.add(isEqual(ourLines(page), parse5Lines(page)), id);
      encoded.add(isSameAsUtf8(html), id);
    }
    differences.print(set);
    encoded.print(`${set} read as UTF-8 and as text`);
    all.join(differences);
  }
  if (sets.length > 1) all.print(`${sets.length} sets`);
}

async function compareChromium(documents: number, seed: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const live = await browser.newPage();
    const random = makeRandom(seed);
    const differences = new Differences();
    for (let at = 0; at < documents; at++) {
      const soup = asInBrowser(makeTagSoup(random));
      if (endsInDoctypeKeyword(soup)) continue;
      differences.add(isEqual(ourLines(soup), await chromiumLines(live, soup)), JSON.stringify(soup));
    }
    differences.print("tag soup in Chromium");
  } finally {
    await browser.close();
  }
}

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new NewsError("BAD_OPTION", `The options cannot be read: ${cause.message}.`, { cause });
  }
}

function count(option: "documents" | "chromium", value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && Number.isInteger(number) && number >= 0) return number;
  throw new NewsError("BAD_OPTION", `The option --${option} takes a whole number, not "${value}".`);
}

async function main(): Promise<void> {
  const { help, seed, pages, ...counts } = readOptions();
  if (help) return console.log(HELP);
  const documents = count("documents", counts.documents);
  const inChromium = count("chromium", counts.chromium);
  const sets = chooseSets(pages);
  compareSoup(documents, seed);
  await comparePages(sets);
  if (inChromium > 0) await compareChromium(inChromium, seed);
}

try {
  await main();
} catch (error) {
  const { code, message, help } = asNewsError(error);
  console.error(`compare-parsers: ${code}: ${message} ${help}`);
  process.exitCode = 1;
}
