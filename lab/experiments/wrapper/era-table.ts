import { plainTable } from "../plain-table.ts";
import { accuracyOf, percent } from "./accuracy.ts";
import { learnWrapper } from "./learn-wrapper.ts";
import type { Study } from "./study.ts";
import type { Outcome, StudyPage } from "./study-page.ts";

/** Whether wrappers of one time work in another: those of every site, on the other sites and on their own. */
export function eraTable(study: Study): string {
  const sites = [...study.sites.values()];
  const eras = [...new Set(sites.flat().map(eraOf))].sort();
  const rows = eras.flatMap((from) => {
    const outcomes = new Map(eras.map((era) => [era, { others: [] as Outcome[], own: [] as Outcome[] }]));
    for (const pages of sites) {
      const judges = learnWrapper(pages.filter((page) => eraOf(page) === from));
      for (const page of sites.flat()) {
        const sameSite = page.laidOut.site === pages[0]!.laidOut.site;
        if (sameSite && eraOf(page) === from) continue;
        outcomes.get(eraOf(page))![sameSite ? "own" : "others"].push(page.try(judges));
      }
    }
    return [...outcomes].map(([to, { others, own }]) => [from, to, ...shares(others), ...shares(own)]);
  });
  const heads = ["title", "body", "news"];
  return plainTable(
    [
      "learned on",
      "tested on",
      ...heads.map((head) => `other sites: ${head}`),
      ...heads.map((head) => `own site: ${head}`),
    ],
    rows,
    2,
  );
}

function shares(outcomes: readonly Outcome[]): string[] {
  if (outcomes.length === 0) return ["", "", ""];
  const { title, body, news } = accuracyOf(outcomes);
  return [title, body, news].map(percent);
}

function eraOf({ laidOut }: StudyPage): string {
  return laidOut.label.era ?? "";
}
