import type { MinedSite } from "../site/index.ts";
import { countOf } from "./batch-summary.ts";
import type { SiteOutput } from "./site-output.ts";

/** What there is to say beside a mined site. */
export interface SiteRemarks {
  /** Articles that were written. */
  readonly written?: number | undefined;
  /** Where the results are; nothing is said of standard output. */
  readonly output: SiteOutput;
  /** Results of earlier runs beside them. */
  readonly older: readonly string[];
  /** What became of the site since the last run, in words. */
  readonly change?: string | undefined;
}

/** A line of what was found and where it is, one of what changed, one of what did not, and one for each warning. */
export function describeSite(mined: MinedSite, remarks: SiteRemarks): string {
  const { written, output, older, change } = remarks;
  const { site, sections, articles, taxonomy, profile, failures, warnings } = mined;
  const [template] = profile.templates;
  const facts = [
    `${site}: ${counted(sections.length, "front page")}`,
    counted(taxonomy.concepts.length, "concept"),
    `${counted(articles.length, "article")} announced`,
    template === undefined ? "no template" : `template of ${countOf(template.pages)}`,
    ...(written === undefined ? [] : [`${counted(written, "article")} written`]),
    ...describeFailures(failures),
    ...describePlace(output),
  ];
  const lines = [
    facts.join(", "),
    ...(change === undefined ? [] : [`since the last run: ${change}`]),
    ...(older.length === 0 ? [] : [`left from an earlier run: ${older.join(", ")}`]),
    ...warnings.map(({ code, message }) => `${code}: ${message}`),
  ];
  return lines.map((line) => `galley: ${line}\n`).join("");
}

/** How many pages failed, and the first of them as an example; the JSON has all. */
function describeFailures(failures: MinedSite["failures"]): readonly string[] {
  const [first] = failures;
  return first === undefined
    ? []
    : [`${countOf(failures.length)} failed (the first is ${first.id}: ${first.code})`];
}

function describePlace(output: SiteOutput): readonly string[] {
  if (output.kind === "folder") return [`results in the folder ${output.path}`];
  return output.name === "-" ? [] : [`results in ${output.name}`];
}

/** A number of things in words. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
