import { SHIPPED_SETS } from "../../scripts/shipped-recipe.ts";
import type { PageType } from "../../src/article/index.ts";
import {
  areaUnderCurve,
  calibrationError,
  type Forecast,
  formatShare,
  reliability,
} from "../../src/eval/index.ts";
import type { Verdict } from "../../src/page/index.ts";
import { plainTable } from "./plain-table.ts";

/** A page with what is known of it and what was said of it. */
export interface JudgedPage {
  readonly set: string;
  readonly pageType: PageType | null;
  /** Whether precision and recall were at least .95; null where no body is known. */
  readonly isCorrect: boolean | null;
  readonly verdict: Verdict;
}

const VALIDATED = Object.keys(SHIPPED_SETS);
const THRESHOLDS = [0.1, 0.2, 0.3, 0.4, 0.5];

/** How well `isArticle` tells articles from other pages. */
export function separationTable(pages: readonly JudgedPage[]): string {
  const rows = [["wcxb-dev"], ["sites2020"], ["wcxb-dev", "sites2020"]].map((sets) => {
    const own = pages.filter(({ set, pageType }) => sets.includes(set) && pageType !== null);
    const forecasts = own.map(({ pageType, verdict }) => ({
      chance: verdict.isArticle,
      isTrue: pageType === "article",
    }));
    return [
      sets.join(" + "),
      `${own.length}`,
      share(areaUnderCurve(forecasts)),
      share(calibrationError(forecasts)),
    ];
  });
  return plainTable(["set", "pages", "AUC", "calibration error"], rows, 1);
}

/** How often a page's kind was named, and what it was taken for otherwise. */
export function kindsTable(pages: readonly JudgedPage[]): string {
  const typed = pages.filter(({ pageType }) => pageType !== null);
  const groups = Map.groupBy(typed, ({ set, pageType }) => `${set} ${pageType}`);
  const rows = [...groups.values()].map((own) => {
    const wrong = own.filter(({ pageType, verdict }) => verdict.pageType !== pageType);
    const taken = [...Map.groupBy(wrong, ({ verdict }) => verdict.pageType)]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, 3)
      .map(([type, those]) => `${type} ${those.length}`);
    const [{ set, pageType }] = own as [JudgedPage];
    const right = formatShare(1 - wrong.length / own.length);
    return [set, pageType ?? "", taken.join(", "), `${own.length}`, right];
  });
  return plainTable(["set", "kind", "else taken for", "pages", "right"], rows, 3);
}

/** What confidence was stated and how often the answer was right, by set. */
export function calibrationTable(pages: readonly JudgedPage[]): string {
  const row = (name: string, own: readonly JudgedPage[]) => {
    const forecasts = forecastsOf(own);
    if (forecasts.length === 0) return [];
    const stated = forecasts.reduce((sum, { chance }) => sum + chance, 0) / forecasts.length;
    const right = forecasts.filter(({ isTrue }) => isTrue).length / forecasts.length;
    const error = share(calibrationError(forecasts));
    return [
      [
        name,
        `${forecasts.length}`,
        formatShare(stated),
        formatShare(right),
        error,
        share(areaUnderCurve(forecasts)),
      ],
    ];
  };
  const sets = [...Map.groupBy(pages, ({ set }) => set)].flatMap(([name, own]) => row(name, own));
  const [validated, unseen] = halves(pages);
  const rows = [...sets, ...row("**validated**", validated), ...row("**unseen**", unseen)];
  return plainTable(["set", "pages", "stated", "right", "calibration error", "AUC"], rows, 1);
}

/** The reliability diagram as a table. */
export function reliabilityTable(pages: readonly JudgedPage[]): string {
  const [validated, unseen] = halves(pages).map((half) => reliability(forecastsOf(half)));
  const cells = (bins: typeof validated, from: number) => {
    const bin = bins?.find((one) => one.from === from);
    return bin === undefined
      ? ["0", "", ""]
      : [`${bin.count}`, formatShare(bin.chance), formatShare(bin.share)];
  };
  const rows = Array.from({ length: 10 }, (_, at) => [
    `${formatShare(at / 10)} to ${formatShare((at + 1) / 10)}`,
    ...cells(validated, at / 10),
    ...cells(unseen, at / 10),
  ]);
  const columns = ["confidence", "validated", "stated", "right", "unseen", "stated", "right"];
  return plainTable(columns, rows, 1);
}

/** What a warning below each confidence would say of how many pages. */
export function warningTable(pages: readonly JudgedPage[]): string {
  const halved = halves(pages).map(forecastsOf);
  const rows = THRESHOLDS.map((threshold) => [
    formatShare(threshold),
    ...halved.flatMap((forecasts) => {
      const low = forecasts.filter(({ chance }) => chance < threshold);
      const high = forecasts.filter(({ chance }) => chance >= threshold);
      return [formatShare(low.length / forecasts.length), shareRight(low), shareRight(high)];
    }),
  ]);
  const columns = ["below", "validated: warned", "right of these", "right of others"];
  return plainTable([...columns, "unseen: warned", "right of these", "right of others"], rows, 1);
}

function shareRight(forecasts: readonly Forecast[]): string {
  if (forecasts.length === 0) return "";
  return formatShare(forecasts.filter(({ isTrue }) => isTrue).length / forecasts.length);
}

/** Real pages of the training sets, judged by cross-validation, and those of sets that nothing was trained on. */
function halves(pages: readonly JudgedPage[]): [readonly JudgedPage[], readonly JudgedPage[]] {
  const isValidated = ({ set }: JudgedPage) => VALIDATED.includes(set);
  return [pages.filter(isValidated), pages.filter((page) => !isValidated(page))];
}

function forecastsOf(pages: readonly JudgedPage[]): readonly Forecast[] {
  return pages.flatMap(({ isCorrect, verdict }) =>
    isCorrect === null ? [] : [{ chance: verdict.confidence, isTrue: isCorrect }],
  );
}

function share(value: number | null): string {
  return value === null ? "" : formatShare(value);
}
