import { titleExact } from "../../../src/eval/metrics/fields.ts";
import {
  bodyRow,
  type FeatureChoice,
  findBodyCandidates,
  findTitleCandidates,
  type Judges,
  layoutFor,
  type Manner,
  MeasuredPage,
  type ScreenChoice,
  titleRow,
  WRAPPER_DEFAULTS,
} from "../../../src/extractors/index.ts";
import { type Page, shownText, TEXT_LEAF } from "../../../src/page/index.ts";
import { holdSameText, wordOverlap } from "../../../src/sets/index.ts";
import { words } from "../../../src/text/index.ts";
import { makeExample, type WrapperExample } from "../../../src/train/wrapper/examples.ts";
import type { LaidOutPage } from "./laid-out-page.ts";

/** How pages are read: by which rules, and by which features of body and title. */
export interface ReadingChoice {
  readonly manner: Manner;
  readonly firstScreens?: ScreenChoice;
  readonly body?: FeatureChoice;
  readonly title?: FeatureChoice;
}

/** How a wrapper did on one page. */
export interface Outcome {
  readonly isBodyRight: boolean;
  readonly isTitleRight: boolean;
  /** Word F1 of the chosen subtree. */
  readonly f1: number;
  /** Word F1 of the best subtree there is. */
  readonly oracle: number;
}

interface Rated {
  readonly nodes: readonly number[];
  readonly rows: readonly Float64Array[];
}

type Machine = Judges["body"];

/** A page that many wrappers are learned from and tried on: whatever no wrapper changes is measured once. */
export class StudyPage {
  readonly laidOut: LaidOutPage;
  readonly example: Pick<WrapperExample, "body" | "title">;
  readonly #bodyReading: MeasuredPage;
  readonly #titleReading: MeasuredPage;
  readonly #bodies: Rated;
  readonly #titles = new Map<number, Rated>();
  readonly #f1s = new Map<number, number>();

  constructor(laidOut: LaidOutPage, { body = "all", title = "all", ...rules }: ReadingChoice) {
    this.laidOut = laidOut;
    this.#bodyReading = readBy(laidOut, rules, body);
    this.#titleReading = title === body ? this.#bodyReading : readBy(laidOut, rules, title);
    const { nodes } = findBodyCandidates(this.#bodyReading);
    this.#bodies = { nodes, rows: nodes.map((node) => bodyRow(this.#bodyReading, node)) };
    this.example = {
      body: exampleOf(this.#bodyReading, laidOut)?.body,
      title: exampleOf(this.#titleReading, laidOut)?.title,
    };
  }

  /** What a wrapper makes of the page. */
  try({ body: bodyJudge, title: titleJudge }: Judges): Outcome {
    const { page, label, oracle, truthBody } = this.laidOut;
    const body = likeliest(this.#bodies, bodyJudge);
    if (body === undefined) return { isBodyRight: false, isTitleRight: false, f1: 0, oracle };
    const title = likeliest(this.#titlesFor(body), titleJudge);
    const titleText = title === undefined ? null : shownText(page.document, title);
    return {
      isBodyRight: truthBody >= 0 && holdSameText(page, body, truthBody),
      isTitleRight: titleExact(label.truth.title, titleText) === 1,
      f1: this.#f1Of(body),
      oracle,
    };
  }

  #titlesFor(body: number): Rated {
    let titles = this.#titles.get(body);
    if (titles === undefined) {
      const nodes = findTitleCandidates(this.#titleReading, body);
      titles = { nodes, rows: nodes.map((node) => titleRow(this.#titleReading, node, body)) };
      this.#titles.set(body, titles);
    }
    return titles;
  }

  #f1Of(node: number): number {
    let f1 = this.#f1s.get(node);
    if (f1 === undefined) {
      const { page, label } = this.laidOut;
      const [from, to] = this.#bodyReading.leavesIn(node);
      f1 = wordOverlap(words(label.truth.body ?? ""), wordsOfLeaves(page, from, to)).f1;
      this.#f1s.set(node, f1);
    }
    return f1;
  }
}

/** A page as the wrapper reads it. */
export function readBy(
  { page }: LaidOutPage,
  { manner, firstScreens = WRAPPER_DEFAULTS.firstScreens }: Pick<ReadingChoice, "manner" | "firstScreens">,
  features: FeatureChoice = "all",
): MeasuredPage {
  const settings = { ...WRAPPER_DEFAULTS, firstScreens, features };
  return new MeasuredPage(page, layoutFor(page, settings.screen), settings, manner);
}

function exampleOf(reading: MeasuredPage, { label }: LaidOutPage): WrapperExample | undefined {
  const example = makeExample(reading, label);
  return typeof example === "string" ? undefined : example;
}

function wordsOfLeaves({ document, leaves }: Page, from: number, to: number): readonly string[] {
  const found: string[] = [];
  for (let leaf = from; leaf < to; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0) continue;
    const node = leaves.node[leaf]!;
    found.push(...words(document.text.slice(document.textStart[node], document.textEnd[node])));
  }
  return found;
}

/** As the wrapper itself chooses: the highest probability, the first on ties. */
function likeliest({ nodes, rows }: Rated, machine: Machine): number | undefined {
  let best: number | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [at, row] of rows.entries()) {
    const probability = machine.probability(row);
    if (probability <= highest) continue;
    highest = probability;
    best = nodes[at];
  }
  return best;
}
