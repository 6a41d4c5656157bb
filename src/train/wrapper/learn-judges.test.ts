import { describe, expect, test } from "vitest";
import { seededRandom } from "../../sets/index.ts";
import { learnJudges, type TaughtPage } from "./learn-judges.ts";
import type { Candidates } from "./lesson.ts";

/** Three candidates, of which the one with the high feature is right. */
const candidates = (width: number): Candidates => ({
  nodes: [],
  rows: [0.1, 0.9, 0.2].map((value) => new Float64Array(width).fill(value)),
  truth: 1,
  isRight: Uint8Array.of(0, 1, 0),
});

function pageOf(site: string, hasTitle: boolean): TaughtPage {
  const title = hasTitle ? candidates(10) : undefined;
  return { site, lessons: { soft: { body: candidates(6), title, failed: [] } } };
}

const learn = (pages: readonly TaughtPage[]) => learnJudges(pages, { random: seededRandom(1) });

describe("judges", () => {
  test("are learned where only pages of one site of many have a title", () => {
    const pages = Array.from({ length: 24 }, (_, at) => pageOf(`s${at % 6}.example`, at % 6 === 0)).concat(
      Array.from({ length: 6 }, () => pageOf("s0.example", true)),
    );
    const [soft] = learn(pages)?.manners ?? [];
    expect(soft?.title).toEqual({ pages: 10, accuracy: 1 });
    expect(soft?.body).toEqual({ pages: 30, accuracy: 1 });
  });

  test("are not learned from one page, nor where no page has a title", () => {
    expect(learn([pageOf("a.example", true)])).toBeUndefined();
    expect(learn([pageOf("a.example", false), pageOf("b.example", false)])).toBeUndefined();
  });
});
