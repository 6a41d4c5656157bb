import { firstText, firstThing, isOfType, isThing, textOf, valuesOf } from "../page/index.ts";
import type { Evidence, Rule } from "./rule.ts";
import { articleText, mapRead, metaText, microdataText } from "./stated.ts";

const BREADCRUMB: ReadonlySet<string> = new Set(["breadcrumblist"]);

/** The part of the site that the article appeared in. Most trusted first. */
export const SECTION_RULES: readonly Rule<string>[] = [
  ["og", 0.8, mapRead(metaText("article:section", "og:article:section", "og:section"), asLabel)],
  ["json-ld", 0.8, mapRead(articleText("articleSection"), asLabel)],
  ["microdata", 0.7, mapRead(microdataText("articleSection"), asLabel)],
  ["parsely", 0.7, mapRead(metaText("parsely-section", "sailthru.section", "dc.subject.section"), asLabel)],
  ["meta", 0.6, mapRead(metaText("section", "category", "cxenseparse:category", "page.section"), asLabel)],
  ["breadcrumb", 0.5, fromBreadcrumb],
];

/** A label is short; longer texts and addresses are something else. */
const MAX_LABEL = 60;

function asLabel(text: string): string | undefined {
  return text.length > MAX_LABEL || /^https?:/i.test(text) ? undefined : text;
}

/** The step after the site's own page and before the article's. */
function fromBreadcrumb({ page }: Evidence): string | undefined {
  const list = page.jsonLd.things.find((thing) => isOfType(thing, BREADCRUMB));
  const steps = valuesOf(list, "itemListElement").filter(isThing);
  if (steps.length < 3) return undefined;
  const step = steps[1]!;
  const name = firstText(step, "name") ?? firstText(firstThing(step, "item"), "name") ?? textOf(step);
  return name === undefined ? undefined : asLabel(name);
}
