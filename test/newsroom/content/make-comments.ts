import type { Writer } from "../languages/grammar.ts";
import type { HardCase } from "../names.ts";
import type { Random } from "../random.ts";
import { writeMoment } from "./moments.ts";
import { NICKNAMES } from "./nicknames.data.ts";
import type { SiteFace } from "./site-face.ts";
import type { Comment } from "./story.ts";

/** What a story's comments are made from. */
export interface CommentOrder {
  readonly face: SiteFace;
  readonly writer: Writer;
  readonly cases: ReadonlySet<HardCase>;
  readonly publishedMs: number;
  readonly bodyLength: number;
  readonly random: Random;
}

/** How much longer than the body the comments of that hard case are. */
const LONG_COMMENTS = 1.4;

/** How many comments a thread has. */
const THREAD_SIZES = [5, 20, 100, 500];

/** Readers' comments: none, a few, or more text than the story has. */
export function makeComments({
  face,
  writer,
  cases,
  publishedMs,
  bodyLength,
  random,
}: CommentOrder): Comment[] {
  const isLong = cases.has("long-comments");
  const needsSome = cases.has("rule-before-comments");
  const few = random.chance(0.35) && !needsSome ? 0 : random.between(2, 6);
  const count = cases.has("comment-thread") ? random.fork("thread").pick(THREAD_SIZES) : few;
  const comments: Comment[] = [];
  let length = 0;
  while (isLong ? length < bodyLength * LONG_COMMENTS : comments.length < count) {
    const sentences = random.between(isLong ? 2 : 1, isLong ? 7 : 3);
    const text = Array.from({ length: sentences }, () => writer.say("comment")).join(face.language.gap);
    const date = writeMoment(publishedMs + (comments.length + 1) * 47 * 60_000, face.language).label;
    comments.push({ author: random.pick(NICKNAMES), date, text });
    length += text.length;
  }
  return comments;
}
