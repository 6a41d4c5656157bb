import type { Random } from "../random.ts";
import type { Span } from "./story.ts";

/** Words and clauses; scripts without spaces are split at their punctuation. */
const PIECE = /[^\s，、。！？]+[\s，、。！？]*/gu;

/** How a text is split. */
export interface Breaking {
  /** The share of words or clauses that get a style. */
  readonly share: number;
  readonly styles: readonly Span["style"][];
  /** Where links lead. */
  readonly urls: readonly string[];
}

/** Breaks a text into styled stretches whose texts join to the same text again. */
export function breakUp(text: string, { share, styles, urls }: Breaking, random: Random): Span[] {
  const spans: Span[] = [];
  const addPlain = (words: string): void => {
    const last = spans.at(-1);
    if (words === "") return;
    if (last?.style === "plain") spans[spans.length - 1] = { style: "plain", text: last.text + words };
    else spans.push({ style: "plain", text: words });
  };
  for (const piece of text.match(PIECE) ?? [text]) {
    if (!random.chance(share)) {
      addPlain(piece);
      continue;
    }
    const words = piece.trimEnd();
    const style = random.pick(styles);
    spans.push(style === "link" ? { style, text: words, url: random.pick(urls) } : { style, text: words });
    addPlain(piece.slice(words.length));
  }
  return spans;
}
