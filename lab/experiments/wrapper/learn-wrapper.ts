import { NewsError } from "../../../src/errors/index.ts";
import type { Judges } from "../../../src/extractors/index.ts";
import { seededRandom } from "../../../src/sets/index.ts";
import { trainJudge } from "../../../src/train/wrapper/train-judges.ts";
import type { StudyPage } from "./study-page.ts";

const SEED = 1;
const FOLDS = 4;
/** Cross-validation needs two sides. */
const MIN_PAGES = 2;

/** A wrapper of some pages of one site, in the manner that they were read. */
export function learnWrapper(pages: readonly StudyPage[]): Judges {
  const random = seededRandom(SEED);
  const learn = (part: "body" | "title") => {
    const taught = pages
      .flatMap(({ example }) => example[part] ?? [])
      .filter(({ isRight }) => isRight.includes(0));
    if (taught.length < MIN_PAGES)
      throw new NewsError(
        "BAD_SET",
        `Only ${taught.length} pages of ${pages[0]?.laidOut.site} teach the ${part}.`,
      );
    // With few pages one side could be left empty; then every page is a side.
    const folds = taught.map((_, at) => (taught.length < 2 * FOLDS ? at : at % FOLDS));
    return trainJudge(taught, folds, random).machine;
  };
  return { body: learn("body"), title: learn("title") };
}
