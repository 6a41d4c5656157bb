import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { en } from "./en.data.ts";
import { makePseudo } from "./pseudo.ts";

const SOURCE = join(import.meta.dirname, "..");
/** The name of the product and a command are the same in every language. */
const SAME = new Set(["Galley", "galley serve"]);

/** Words between tags, and names for people who do not see the screen, that are written in the code of screens. */
function wordsIn(code: string): readonly string[] {
  const between = [...code.matchAll(/(?<=[a-z"}]>)\s*([A-Za-z][^<>{}=;]*?)\s*(?=<\/|\{)/g)];
  const named = [...code.matchAll(/\b(?:aria-label|title|placeholder|alt)="([^"]*[A-Za-z]{3}[^"]*)"/g)];
  return [...between, ...named].map(([, words = ""]) => words).filter((words) => !SAME.has(words));
}

describe("strings", () => {
  test("are in their file: screens have none of their own", () => {
    const found = globSync("**/*.tsx", { cwd: SOURCE }).flatMap((file) =>
      wordsIn(readFileSync(join(SOURCE, file), "utf8")).map((words) => `${file}: ${words}`),
    );
    // A pattern, not a sentence.
    expect(found.filter((each) => !each.endsWith(": https://"))).toEqual([]);
  });

  test("a screen with words of its own is found", () => {
    expect(wordsIn("<p>Loading the page</p>")).toEqual(["Loading the page"]);
    expect(wordsIn('<button title="Close it">{x}</button>')).toEqual(["Close it"]);
  });

  test("of another language have the same names, and are all other words", () => {
    const pseudo = makePseudo();
    expect(Object.keys(pseudo)).toEqual(Object.keys(en));
    expect(pseudo.direction).toBe("rtl");
    expect(pseudo.open.pages(3)).toMatch(/^⟦3 pȧgēş~+⟧$/);
  });
});
