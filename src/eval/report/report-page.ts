import { escapeValue } from "../../assemble/index.ts";
import { describeSeen } from "../../sets/index.ts";
import type { Evaluation, Provenance, SetSummary } from "../evaluate.ts";
import type { PageScore } from "../page-score.ts";
import { MIN_PART_PAGES, type Row, type Scope } from "../rows.ts";
import { REPORT_STYLE } from "./style.data.ts";
import {
  histogram,
  key,
  partsTable,
  summaryTable,
  type Tones,
  verdictSection,
  worstSitesTable,
} from "./tables.ts";
import { type WorstPages, worstSection } from "./worst-pages.ts";

/** What a report shows. */
interface ReportInput extends Provenance {
  readonly evaluation: Evaluation;
  readonly rows: readonly Row[];
  readonly worst: WorstPages;
}

/** Colours that the style sheet has. */
const TONES = 6;
const PARTS: readonly (readonly [scope: Scope, title: string])[] = [
  ["language", "By language"],
  ["pageType", "By page type"],
  ["era", "By era"],
  ["split", "ECON's special pages"],
];

const PART_COLUMN: Readonly<Partial<Record<Scope, string>>> = { pageType: "type", split: "pages" };

/** A report as one file that needs nothing else: no script, no font, no picture from elsewhere. */
export function makeReport(input: ReportInput): string {
  const { evaluation, command, date, version } = input;
  const extractors = [...new Set(evaluation.scores.map((score) => score.extractor))];
  const tones: Tones = new Map(extractors.map((extractor, at) => [extractor, at % TONES]));
  const { sets } = evaluation;
  const contents = sets.map(({ name }) => `<li><a href="#${idOf(name)}">${escapeValue(name)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>galley eval: ${escapeValue(sets.map((set) => set.name).join(", "))}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<header>
<h1>How well the article was found</h1>
<p class="quiet">${escapeValue(date)}, galley ${escapeValue(version)}</p>
<p><code>${escapeValue(command)}</code></p>
<p>${extractors.map((extractor) => key(extractor, tones)).join(" ")}</p>
<nav aria-label="Sets"><ul>${contents.join("")}</ul></nav>
</header>
<main>
${sets.map((set) => setSection(set, input, tones)).join("\n")}
</main>
</body>
</html>
`;
}

function setSection(set: SetSummary, { evaluation, rows, worst }: ReportInput, tones: Tones): string {
  const ofSet = rows.filter((row) => row.set === set.name);
  const scores = evaluation.scores.filter((score) => score.page.set === set.name);
  const id = idOf(set.name);
  const sites = worstSitesTable(
    ofSet.filter((row) => row.scope === "site"),
    tones,
  );
  const notes = [
    `${set.pages} pages`,
    ...(set.withoutTruth > 0 ? [`${set.withoutTruth} without truth left out`] : []),
    ...(set.seen ? [describeSeen(set.seen)] : []),
    ...(set.failed > 0 ? [`${set.failed} failed`] : []),
  ];
  const head = `<section aria-labelledby="${id}"><h2 id="${id}">${escapeValue(set.name)}</h2>
<p class="quiet">${escapeValue(notes.join(", "))}; data <code>${set.hash}</code></p>`;
  if (set.pages === 0) return `${head}</section>`;
  return `${head}
${summaryTable(
  ofSet.filter((row) => row.scope === "set"),
  tones,
)}
<h3>How word F1 is spread</h3>
<div class="charts">${histograms(scores, tones)}</div>
${verdictSection(scores, tones)}
${PARTS.map(([scope, title]) => part(ofSet, scope, { title, tones })).join("\n")}
${sites === "" ? "" : `<h3>Worst sites</h3>${sites}`}
<h3>Worst pages</h3>
<p class="quiet">In the truth, <del>this</del> was dropped; in the kept text, <ins>this</ins> does not belong.</p>
${[...tones.keys()].map((extractor) => `<h4>${key(extractor, tones)}</h4>${worstSection(worst.of(set.name, extractor))}`).join("\n")}
</section>`;
}

function part(
  rows: readonly Row[],
  scope: Scope,
  { title, tones }: { readonly title: string; readonly tones: Tones },
): string {
  const own = rows.filter((row) => row.scope === scope);
  const large = own.filter((row) => row.pages >= MIN_PART_PAGES);
  const small = own.filter((row) => row.pages < MIN_PART_PAGES);
  const column = PART_COLUMN[scope] ?? scope;
  if (large.length === 0 || countValues(own) < (scope === "split" ? 1 : 2)) return "";
  const folded =
    small.length === 0
      ? ""
      : `<details><summary>${countValues(small)} more with fewer than ${MIN_PART_PAGES} pages</summary><div class="page">${partsTable(small, column, tones)}</div></details>`;
  return `<h3>${title}</h3>${partsTable(large, column, tones)}${folded}`;
}

function countValues(rows: readonly Row[]): number {
  return new Set(rows.map((row) => row.value)).size;
}

function histograms(scores: readonly PageScore[], tones: Tones): string {
  return [...tones]
    .map(([extractor, tone]) => {
      const shares = scores.flatMap((score) =>
        score.extractor === extractor && score.metrics.wordF1 !== undefined ? [score.metrics.wordF1] : [],
      );
      return `<figure><figcaption>${key(extractor, tones)}</figcaption>${histogram(shares, extractor, tone)}</figure>`;
    })
    .join("");
}

function idOf(name: string): string {
  return `set-${encodeURIComponent(name)}`;
}
