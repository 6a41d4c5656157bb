import { hashWord, segmentRuns } from "../../text/index.ts";
import type { TokenWriter } from "./token-writer.ts";
import { type CutTokens, TOKEN } from "./tokens.ts";

/** What is to be cut: the tokens that are runs, and the text that they stand in. */
interface Runs {
  readonly runs: readonly number[];
  readonly text: string;
}

/**
 * The tokens with some of them, runs of scripts without spaces, cut into words, whose hashes stand for their forms: the
 * runs of a page all at once. The writer is empty.
 */
export function splitRuns(tokens: CutTokens, { runs, text }: Runs, writer: TokenWriter): CutTokens {
  const { count, kind, node, start, end, form } = tokens;
  const cuts = segmentRuns(runs.map((at) => text.slice(start[at], end[at])));
  let next = 0;
  for (let at = 0; at < count; at++) {
    if (at !== runs[next]) {
      writer.push(kind[at]!, node[at]!, start[at]!, end[at]!, form[at]!);
      continue;
    }
    const cut = cuts[next++]!;
    const [from, to] = [start[at]!, end[at]!];
    for (let word = 0; word < cut.length; word++) {
      const first = from + cut[word]!;
      const until = word + 1 < cut.length ? from + cut[word + 1]! : to;
      writer.push(TOKEN.word, node[at]!, first, until, hashWord(text, first, until));
    }
  }
  return writer.finish();
}
