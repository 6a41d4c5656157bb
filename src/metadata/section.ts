import { firstText, firstThing, isOfType, isThing, type Page, textOf, valuesOf } from "../page/index.ts";
import { addressParts } from "../url/index.ts";
import type { Evidence, Rule } from "./rule.ts";
import { articleText, mapRules, metaText, metaTexts, microdataText } from "./stated.ts";

const METAS = {
  og: ["article:section", "og:article:section", "og:section"],
  parsely: ["parsely-section", "sailthru.section", "dc.subject.section"],
  meta: ["section", "category", "cxenseparse:category", "page.section"],
} as const;

const BREADCRUMB: ReadonlySet<string> = new Set(["breadcrumblist"]);

/** The part of the site that the article appeared in. Most trusted first. */
export const SECTION_RULES: readonly Rule<string>[] = mapRules(
  [
    ["og", 0.8, metaText(...METAS.og)],
    ["json-ld", 0.8, articleText("articleSection")],
    ["microdata", 0.7, microdataText("articleSection")],
    ["parsely", 0.7, metaText(...METAS.parsely)],
    ["meta", 0.6, metaText(...METAS.meta)],
    ["breadcrumb", 0.5, fromBreadcrumb],
  ],
  asLabel,
);

/** A label is short; longer texts and addresses are something else. */
const MAX_LABEL = 60;

function asLabel(text: string): string | undefined {
  return text.length > MAX_LABEL || /^https?:/i.test(text) ? undefined : text;
}

/** The step after the site's own page and before the article's. */
function fromBreadcrumb({ page }: Evidence): string | undefined {
  const names = breadcrumbNames(page);
  return names.length < 3 ? undefined : names[1];
}

function breadcrumbNames(page: Page): readonly (string | undefined)[] {
  const list = page.jsonLd.things.find((thing) => isOfType(thing, BREADCRUMB));
  const steps = valuesOf(list, "itemListElement").filter(isThing);
  return steps.map(
    (step) => firstText(step, "name") ?? firstText(firstThing(step, "item"), "name") ?? textOf(step),
  );
}

/** No page has more; a hostile one may. */
const MAX_NAMES = 30;

/** The names that the page gives its sections: in metas, in its data, in the breadcrumb, as folders of its address. */
export function findSectionNames(page: Page): readonly string[] {
  const { article, item } = page.mainThings;
  const stated = [
    ...metaTexts(page, [...METAS.og, ...METAS.parsely, ...METAS.meta, "content_category"]),
    ...[article, item].flatMap((thing) => valuesOf(thing, "articleSection")),
    // The last step of a breadcrumb and of an address is the article's own.
    ...breadcrumbNames(page).slice(0, -1),
    ...(addressParts(page.url ?? page.canonicalUrl ?? "")
      ?.pathname.split("/")
      .slice(1, -1) ?? []),
  ];
  return stated
    .filter((name) => typeof name === "string")
    .filter((name) => asLabel(name))
    .slice(0, MAX_NAMES);
}
