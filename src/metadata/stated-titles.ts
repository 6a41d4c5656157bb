import { headlineKey, type TitleSource } from "../page/index.ts";
import { cutNames, cutTitle } from "./cut-title.ts";
import type { Evidence, Rule } from "./rule.ts";

/** Reads the first title that a source states, as it stands there. */
export function titleFrom(source: TitleSource): Rule<string>[2] {
  return ({ page }) => page.titleCandidates.find((one) => one.source === source)?.text;
}

/** What the head and the structured data state, as it stands there. */
export function statedTexts({ page }: Evidence): readonly string[] {
  return page.titleCandidates.filter(({ source }) => source !== "h1").map(({ text }) => text);
}

/** What OpenGraph, cards and structured data state, cut. */
export function findStatedTitles(evidence: Evidence): readonly string[] {
  return evidence.page.titleCandidates
    .filter(({ source }) => source !== "h1" && source !== "title")
    .map(({ text }) => cutStated(text, evidence));
}

/** What a source states, without the site's name and section but with a kicker that the headings may lack. */
export function statedBy(source: TitleSource, evidence: Evidence): string | undefined {
  const text = titleFrom(source)(evidence);
  return text === undefined ? undefined : cutNames(text, evidence);
}

/** A stated title without the site's name and section, as the headings show it. */
export function cutStated(text: string, evidence: Evidence): string {
  return cutTitle(text, evidence.headlineKeys, evidence);
}

/** What OpenGraph states, where the structured data states the same. */
export function findStatedTwice(evidence: Evidence): string | undefined {
  const isStated = titleFrom("json-ld")(evidence) !== undefined;
  const og = isStated ? statedBy("og", evidence) : undefined;
  const key = headlineKey(og ?? "");
  return key !== "" && key === headlineKey(statedBy("json-ld", evidence) ?? "") ? og : undefined;
}
