import { hashWord, segmentRuns } from "../../text/index.ts";
import type { TokenWriter } from "./token-writer.ts";
import { type CutTokens, TOKEN } from "./tokens.ts";

/** The tokens with some of them, runs of scripts without spaces, cut into words: the runs of a page all at once. */
export function splitRuns(
  tokens: CutTokens,
  runs: readonly number[],
  text: string,
  writer: TokenWriter,
): CutTokens {
  const { count, kind, node, start, end, key } = tokens;
  const starts = segmentRuns(runs.map((at) => text.slice(start[at], end[at])));
  writer.begin();
  let next = 0;
  for (let at = 0; at < count; at++) {
    if (at !== runs[next]) {
      writer.push(kind[at]!, node[at]!, start[at]!, end[at]!, key[at]!);
      continue;
    }
    const words = starts[next++]!;
    const [from, to] = [start[at]!, end[at]!];
    for (let word = 0; word < words.length; word++) {
      const first = from + words[word]!;
      const until = word + 1 < words.length ? from + words[word + 1]! : to;
      writer.push(TOKEN.word, node[at]!, first, until, hashWord(text, first, until));
    }
  }
  return writer.finish();
}
