import { makeExample } from "../../../src/train/wrapper/examples.ts";
import { plainTable } from "../plain-table.ts";
import { percent } from "./accuracy.ts";
import type { StudySet } from "./study.ts";
import { readBy } from "./study-page.ts";

/** How often the true body and title of a page fail each of the paper's rules, on complete and on incomplete layouts. */
export function ruleTable(sets: readonly StudySet[]): string {
  const groups = sets.flatMap(({ name, layout, pages }) => {
    const failed = pages.map((page) => {
      const reading = readBy(page, { manner: "strict", firstScreens: "one" });
      const example = makeExample(reading, page.label);
      return {
        isComplete: reading.layout.complete,
        rules: typeof example === "string" ? ["body: not in the page"] : example.failed,
      };
    });
    return [true, false].flatMap((isComplete) => {
      const own = failed.filter((page) => page.isComplete === isComplete).map(({ rules }) => rules);
      return own.length === 0 ? [] : [{ names: [`\`${name}\``, layout, isComplete ? "yes" : "no"], own }];
    });
  });
  const rules = [...new Set(groups.flatMap(({ own }) => own.flat()))].sort();
  const rows = groups.map(({ names, own }) => [
    ...names,
    String(own.length),
    ...rules.map((rule) => percent(own.filter((failed) => failed.includes(rule)).length / own.length)),
  ]);
  return plainTable(["set", "layout", "complete", "pages", ...rules], rows, 3);
}
