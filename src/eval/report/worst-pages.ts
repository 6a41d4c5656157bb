import { escapeValue } from "../../assemble/index.ts";
import type { Label } from "../../sets/index.ts";
import { commonItems, WORD, words } from "../../text/index.ts";
import type { PageScore } from "../page-score.ts";
import { formatShare } from "../terminal-table.ts";

interface WorstPage {
  readonly score: PageScore;
  readonly truth: string;
  readonly kept: string;
}

/** Keeps the pages with the lowest word F1 of each set and extractor while scores come in. */
export class WorstPages {
  readonly #limit: number;
  readonly #groups = new Map<string, WorstPage[]>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Looks at one more score; pages whose label has no whole body are left out. */
  add(score: PageScore, label: Label): void {
    if (score.metrics.wordF1 === undefined || label.truth.body === null) return;
    const key = groupKey(score.page.set, score.extractor);
    const group = this.#groups.get(key) ?? [];
    this.#groups.set(key, group);
    group.push({ score, truth: label.truth.body, kept: score.kept ?? "" });
    // Sorting is stable: of equal pages the first stay.
    group.sort((a, b) => f1Of(a) - f1Of(b));
    group.length = Math.min(group.length, this.#limit);
  }

  /** The worst pages of an extractor on a set, worst first. */
  of(set: string, extractor: string): readonly WorstPage[] {
    return this.#groups.get(groupKey(set, extractor)) ?? [];
  }
}

const groupKey = (set: string, extractor: string) => `${set} ${extractor}`;
const f1Of = (page: WorstPage) => page.score.metrics.wordF1 ?? 0;

/** The worst pages of an extractor, each with truth and kept text side by side. */
export function worstSection(pages: readonly WorstPage[]): string {
  return pages.map(pageDetails).join("\n");
}

function pageDetails({ score, truth, kept }: WorstPage): string {
  const { metrics, page, error } = score;
  const address = page.url === null ? "" : `<p class="quiet"><code>${escapeValue(page.url)}</code></p>`;
  const failure = error && `<p>Failed: <code>${error.code}</code> ${escapeValue(error.message)}</p>`;
  return `<details><summary><b>${formatShare(metrics.wordF1 ?? 0)}</b>${escapeValue(pageName(page))}</summary><div class="page">${address}${failure ?? ""}<p class="quiet">P ${formatShare(metrics.wordPrecision ?? 0)}, R ${formatShare(metrics.wordRecall ?? 0)}${escapeValue(facts(page))}</p>${sideBySide(truth, kept)}</div></details>`;
}

function facts(page: WorstPage["score"]["page"]): string {
  return [page.site, page.language, page.pageType, page.era]
    .flatMap((fact) => (fact === null ? [] : `, ${fact}`))
    .join("");
}

function sideBySide(truth: string, kept: string): string {
  const diff = diffWords(truth, kept);
  return `<div class="columns">${column("Truth", { stretches: diff.a, hidden: diff.hiddenA, tag: "del" })}${column("Kept", { stretches: diff.b, hidden: diff.hiddenB, tag: "ins" })}</div>`;
}

interface ColumnContent {
  readonly stretches: readonly Stretch[];
  readonly hidden: number;
  readonly tag: "del" | "ins";
}

function column(name: string, { stretches, hidden, tag }: ColumnContent): string {
  const text = stretches
    .map((stretch) =>
      stretch.isShared ? escapeValue(stretch.text) : `<${tag}>${escapeValue(stretch.text)}</${tag}>`,
    )
    .join("");
  const more = hidden > 0 ? `<p class="quiet">${hidden} more words are not shown.</p>` : "";
  const content = text === "" ? '<span class="quiet">nothing</span>' : text;
  return `<section><h5>${name}</h5><div class="text scroll" role="region" tabindex="0" aria-label="${name}">${content}</div>${more}</section>`;
}

/** Ids are often bare digests: the site is more readable. */
function pageName({ id, site }: WorstPage["score"]["page"]): string {
  return site === null || id.includes(site) ? id : `${site}, ${id}`;
}

/** A stretch of text, and whether the other text has it too. */
interface Stretch {
  readonly text: string;
  readonly isShared: boolean;
}

interface WordDiff {
  readonly a: readonly Stretch[];
  readonly b: readonly Stretch[];
  /** Words beyond the limit, not compared and not shown. */
  readonly hiddenA: number;
  readonly hiddenB: number;
}

/** Words of each text that are compared; the table of two such texts takes 18 MB. */
const MAX_WORDS = 3000;

/** Aligns two texts word by word (longest common subsequence) and marks what only one of them has. */
export function diffWords(a: string, b: string): WordDiff {
  const piecesA = piecesOf(a);
  const piecesB = piecesOf(b);
  const shownA = piecesA.slice(0, MAX_WORDS);
  const shownB = piecesB.slice(0, MAX_WORDS);
  const { inA, inB } = commonItems(shownA.map(wordKey), shownB.map(wordKey));
  return {
    a: stretches(shownA, inA),
    b: stretches(shownB, inB),
    hiddenA: piecesA.length - shownA.length,
    hiddenB: piecesB.length - shownB.length,
  };
}

/** Words, each with the characters before it; those after the last word are left out. */
function piecesOf(text: string): string[] {
  let start = 0;
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    const piece = text.slice(start, index + word.length);
    start = index + word.length;
    return piece;
  });
}

const wordKey = (piece: string) => words(piece).join(" ");

function stretches(pieces: readonly string[], shared: Uint8Array): Stretch[] {
  const list: { text: string; isShared: boolean }[] = [];
  pieces.forEach((piece, at) => {
    const isShared = shared[at] === 1;
    const last = list.at(-1);
    if (last?.isShared === isShared) last.text += piece;
    else list.push({ text: piece, isShared });
  });
  return list;
}
