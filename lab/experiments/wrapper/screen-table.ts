import { formatShare } from "../../../src/eval/index.ts";
import { SCREEN_CHOICES } from "../../../src/extractors/index.ts";
import { plainTable } from "../plain-table.ts";
import { accuracyOf, percent } from "./accuracy.ts";
import { Study, type StudySet, type Trial } from "./study.ts";

/** How the same wrappers do by the screens that bodies start and titles end in, and where first screens play no part. */
export function screenTable(sets: readonly StudySet[]): string {
  const rows = sets.flatMap((set) => [
    ...SCREEN_CHOICES.map((firstScreens) => rowOf(set, firstScreens, new Study(set, { firstScreens }))),
    rowOf(set, "read softly", new Study({ ...set, manner: "soft" })),
  ]);
  const heads = ["title", "body", "news", "F1", "oracle", "worst look", "news there"];
  return plainTable(["layout", "first screens", ...heads], rows, 2);
}

function rowOf({ layout, sizes }: StudySet, name: string, study: Study): string[] {
  const trials = study.run(sizes.at(-1)!);
  const { title, body, news, f1, oracle } = accuracyOf(trials.flatMap(({ outcomes }) => outcomes));
  const worst = worstSite(trials);
  return [
    ...[layout, name, ...[title, body, news].map(percent), formatShare(f1), formatShare(oracle)],
    ...[`\`${worst.site}\``, percent(worst.news)],
  ];
}

/** The site whose pages fewest wrappers of others are right about. */
function worstSite(trials: readonly Trial[]): { readonly site: string; readonly news: number } {
  const sites = [...Map.groupBy(trials, ({ site }) => site)].map(([site, own]) => ({
    site,
    news: accuracyOf(own.flatMap(({ outcomes }) => outcomes)).news,
  }));
  return sites.reduce((worst, one) => (one.news < worst.news ? one : worst));
}
