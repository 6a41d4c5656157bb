import { extract } from "../../src/default-extract.ts";
import { measureArticle } from "../../src/eval/measure.ts";
import { estimate } from "../../src/eval/rows.ts";
import { coverMarks, type MssOptions, PAPER_OPTIONS, shippedModel } from "../../src/extractors/index.ts";
import { words } from "../../src/text/index.ts";
import { type Experiment, percent, plainTable, provenanceLines, shareCell } from "./experiment.ts";
import {
  crossValidate,
  describeSets,
  type Example,
  keptSpan,
  listExamples,
  type Method,
  type ModelFor,
  RESEARCH_SETS,
  supervised,
} from "./mss/corpus.ts";

/** Where the blocks of supervised MSS begin and end, with each rule for whole words and lines switched off. */
export const mssBorders: Experiment = async function* ({ places, provenance }) {
  const models: Readonly<Record<string, ModelFor>> = {
    "labels of words alone": await crossValidate(places, RESEARCH_SETS, "words alone"),
    "labels with marks": await crossValidate(places, RESEARCH_SETS),
    "shipped model": shippedModel,
  };
  const examples = await listExamples(places, RESEARCH_SETS);
  yield provenanceLines(provenance, describeSets(examples));
  const methods = Object.entries(models).flatMap(([name, modelFor]) =>
    VARIANTS.map(([settings, options]) => supervised(`${name}, ${settings}`, modelFor, options)),
  );
  yield `## Borders\n\n${bordersTable(examples, methods)}`;
};

const VARIANTS: readonly (readonly [settings: string, options: Partial<MssOptions>])[] = [
  ["edges at tokens", { edges: "tokens" }],
  ["at words", { edges: "words" }],
  ["at lines", {}],
  ["as the paper, at tokens", { ...PAPER_OPTIONS, edges: "tokens" }],
  ["as the paper", PAPER_OPTIONS],
];

/** How a block begins and ends on one page. */
interface Borders {
  /** Whether a part of the first word, or a mark before it, is outside. */
  readonly firstCut: boolean;
  /** The same of the last word. */
  readonly lastCut: boolean;
  /** Whether the text ends with the label's last word and without the mark that the label has after it. */
  readonly markLost: boolean;
  /** Whether the block begins or ends inside a text node. */
  readonly insideNode: boolean;
  /** Whether the article has the words of the label in their order, none more. */
  readonly wholeArticle: number;
  readonly wordF1: number;
}

/** Where the blocks of methods begin and end: the share of pages where an edge cuts a word from its mark, and what it costs. */
function bordersTable(examples: readonly Example[], methods: readonly Method[]): string {
  const sets = Map.groupBy(examples, ({ label }) => label.set);
  const rows = [...sets].flatMap(([set, pages]) =>
    methods.map((method) => {
      const borders = pages.map((example) => measureBorders(example, method));
      const { wordF1, wholeArticle } = estimate(
        borders.map(({ wordF1, wholeArticle }) => ({ wordF1, wholeArticle })),
      );
      return [
        `\`${set}\``,
        method.name,
        String(pages.length),
        percent(borders.filter(({ markLost }) => markLost).length / pages.length),
        percent(borders.filter(({ lastCut }) => lastCut).length / pages.length),
        percent(borders.filter(({ firstCut }) => firstCut).length / pages.length),
        percent(borders.filter(({ insideNode }) => insideNode).length / pages.length),
        shareCell(wholeArticle),
        shareCell(wordF1),
      ];
    }),
  );
  const columns = [
    "set",
    "model, settings",
    "pages",
    "last mark lost",
    "last word cut",
    "first word cut",
    "inside a text node",
  ];
  return plainTable([...columns, "whole articles", "F1"], rows, 2);
}

function measureBorders({ label, html, domain, page, tokens }: Example, method: Method): Borders {
  const { url, encoding, truth } = label;
  const extractor = method.extractorFor(domain);
  const extraction = extractor.extract(page, {});
  const block = keptSpan(page, tokens, extraction);
  const whole = block && coverMarks(page.document, tokens, block);
  const article = extract(html, { extractor, url: url ?? undefined, encoding: encoding ?? undefined });
  const { wordF1 = 0, wholeArticle = 0 } = measureArticle(truth, article);
  return {
    firstCut: block?.first !== whole?.first,
    lastCut: block?.last !== whole?.last,
    markLost: losesMark(truth.body ?? "", article.text),
    insideNode: (extraction.cuts ?? []).length > 0,
    wholeArticle,
    wordF1,
  };
}

const LAST_MARK = /[^\p{L}\p{N}\s]$/u;

function losesMark(body: string, text: string): boolean {
  const [wanted, found] = [body.trimEnd(), text.trimEnd()];
  return LAST_MARK.test(wanted) && !LAST_MARK.test(found) && words(wanted).at(-1) === words(found).at(-1);
}
