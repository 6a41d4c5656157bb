import { Command } from "commander";
import { findInput, readBytes, readInputs } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";
import {
  DEFAULT_LIMITS,
  describeSkips,
  type LabelReport,
  labelPages,
  parseRule,
  writeSet,
} from "../train/index.ts";
import { percent, wholeNumber } from "./options.ts";
import { counted, startProgress } from "./progress.ts";

interface Options {
  readonly output: string;
  readonly minTokens: number;
  readonly maxTags: number;
}

const MAX_RULE_BYTES = 1_000_000;
const PERCENT = 100;

/** `galley label`: a labelled set from the pages of a site and a rule that says where the article is. */
export function labelCommand(): Command {
  return new Command("label")
    .description("Labels the pages of a site by a rule and writes them as a labelled set.")
    .argument(
      "<rule>",
      "a .json file {site, start, end, title?, language?}; start, end and title are CSS selectors",
    )
    .argument("<input...>", "pages, in every form that galley batch takes")
    .requiredOption("-o, --output <folder>", "the folder of the new set; it gets copies of the pages")
    .option(
      "--min-tokens <count>",
      "drop articles with fewer words and symbols",
      wholeNumber,
      DEFAULT_LIMITS.minTokens,
    )
    .option(
      "--max-tags <percent>",
      "drop articles whose tokens are tags to more than this share",
      percent,
      DEFAULT_LIMITS.maxTagShare * PERCENT,
    )
    .addHelpText(
      "after",
      `
The article runs from the first element that matches start to the end of the last element from there on that matches end.

Examples:
  galley label bay.json pages/ -o sets/bay
  galley label bay.json pages.jsonl.gz -o sets/bay --min-tokens 20
  galley train mss sets/bay sets/cove sets/port -o my-mss.json.gz`,
    )
    .action(runLabel);
}

async function runLabel(rulePath: string, names: readonly string[], options: Options): Promise<void> {
  const { output, minTokens, maxTags } = options;
  const rule = parseRule(new TextDecoder().decode(readBytes(rulePath, MAX_RULE_BYTES)));
  const pages = readInputs(names.map(findInput));
  const progress = await startProgress();
  const limits = { minTokens, maxTagShare: maxTags / PERCENT };
  const report = await writeSet(output, labelPages(pages, rule, limits), (count) =>
    progress.show("pages", count),
  ).finally(progress.stop);
  if (report.pages === 0) throw nothingLabelled(report);
  const dropped = report.dropped.size === 0 ? "" : `; dropped ${describeSkips(report.dropped)}`;
  process.stderr.write(
    `galley: ${counted(report.pages, "page")} labelled in ${output}${dropped}\ngalley: check a few labels, then: galley train mss ${output} OTHER-SETS… -o my-mss.json.gz\n`,
  );
}

function nothingLabelled({ dropped }: LabelReport): NewsError {
  if (dropped.size === 0) return new NewsError("NO_PAGES", "The inputs hold no page.");
  return new NewsError("BAD_RULE", `The rule labelled no page: ${describeSkips(dropped)}.`);
}
