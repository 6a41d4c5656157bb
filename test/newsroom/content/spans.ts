import type { Random } from "../random.ts";
import type { Span } from "./story.ts";

/** Words and clauses; scripts without blanks are parted at their punctuation. */
const PIECE = /[^\s，、。！？]+[\s，、。！？]*/gu;
const STYLES = ["link", "link", "bold", "italic", "marked"] as const;

/** Breaks a text into styled stretches whose texts join to the same text again. */
export function breakUp(text: string, share: number, urls: readonly string[], random: Random): Span[] {
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
    const style = random.pick(STYLES);
    spans.push(style === "link" ? { style, text: words, url: random.pick(urls) } : { style, text: words });
    addPlain(piece.slice(words.length));
  }
  return spans;
}
