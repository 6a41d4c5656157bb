/** A piece of a text that two versions share, or that one of them has alone. */
export interface Difference {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** A paragraph with its differences; one that both versions have is one piece. */
export type ComparedParagraph = readonly Difference[];

/** Table cells of a comparison, 16 MB; longer changed stretches are shown as removed and added whole. */
const MAX_CELLS = 4_000_000;

/** What changed from one text to another: paragraphs first, then the words of those that were replaced. */
export function compareTexts(before: string, after: string): readonly ComparedParagraph[] {
  const runs = compare(paragraphsOf(before), paragraphsOf(after));
  const compared: ComparedParagraph[] = [];
  for (const { same, removed, added } of runs) {
    compared.push(...same.map((text): ComparedParagraph => [{ kind: "same", text }]));
    const pairs = Math.max(removed.length, added.length);
    for (let at = 0; at < pairs; at++) compared.push(compareWords(removed[at] ?? "", added[at] ?? ""));
  }
  return compared;
}

function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n+/).filter((paragraph) => paragraph.trim() !== "");
}

/** Words, spaces, single characters of scripts without spaces, and signs. */
const WORDS = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu;

/** What changed inside of one line of text. */
export function compareWords(before: string, after: string): ComparedParagraph {
  const pieces = compare(before.match(WORDS) ?? [], after.match(WORDS) ?? []).flatMap(
    ({ same, removed, added }): readonly Difference[] => [
      { kind: "same", text: same.join("") },
      { kind: "removed", text: removed.join("") },
      { kind: "added", text: added.join("") },
    ],
  );
  return pieces.filter(({ text }) => text !== "");
}

/** Items that both lists have, then those that were replaced after them. */
interface Run {
  readonly same: string[];
  readonly removed: string[];
  readonly added: string[];
}

/** The runs of two lists by their longest common subsequence. */
function compare(before: readonly string[], after: readonly string[]): readonly Run[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const runs: Run[] = [{ same: before.slice(0, start), removed: [], added: [] }];
  addChanged(runs, before.slice(start, before.length - end), after.slice(start, after.length - end));
  runs.push({ same: before.slice(before.length - end), removed: [], added: [] });
  return runs;
}

function addChanged(runs: Run[], before: readonly string[], after: readonly string[]): void {
  if (before.length * after.length > MAX_CELLS) {
    runs.push({ same: [], removed: [...before], added: [...after] });
    return;
  }
  const lengths = commonLengths(before, after);
  const width = after.length + 1;
  let run = runs[runs.length - 1]!;
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      if (run.removed.length + run.added.length > 0) {
        run = { same: [], removed: [], added: [] };
        runs.push(run);
      }
      run.same.push(before[i]!);
      i++;
      j++;
    } else if (
      j >= after.length ||
      (i < before.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
    )
      run.removed.push(before[i++]!);
    else run.added.push(after[j++]!);
  }
}

/** The length of the longest common subsequence of what follows each pair of places. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  return lengths;
}
