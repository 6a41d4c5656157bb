import type { LabelNode } from "./label-words.ts";
import { MENU_MARKS } from "./menu-marks.ts";
import type { PageLabels, SiteLabels } from "./page-labels.ts";

/** A label of a made-up page; an address is a path of the site. */
export type Written = readonly [text: string, path?: string, ...children: Written[]];

/** A page of labels without words. */
export function pageOf(
  domain: string,
  path: string,
  labels: readonly Written[],
  language = "en",
): PageLabels {
  const node = ([text, target, ...children]: Written): LabelNode => ({
    text,
    ...(target === undefined ? {} : { url: new URL(target, `https://${domain}/`).href }),
    children: children.map(node),
  });
  const url = `https://${domain}${path}`;
  return { id: url, url, language, labels: labels.map(node) };
}

/** A site of one home page. */
export function siteOf(domain: string, labels: readonly Written[], language = "en"): SiteLabels {
  return { site: domain, pages: [pageOf(domain, "/", labels, language)] };
}

/** The marks of an entry of a site's navigation. */
export const NAVIGATION = ["nav", "menu", "header", "list"].reduce(
  (marks, name) => marks | (1 << MENU_MARKS.indexOf(name)),
  0,
);

/** A site of one home page whose navigation leads to the labels on its first level. */
export function siteWithMenu(domain: string, labels: readonly Written[], language = "en"): SiteLabels {
  const page = pageOf(domain, "/", labels, language);
  const children = page.labels.map((label) => ({ ...label, marks: NAVIGATION, children: [] }));
  return { site: domain, pages: [{ ...page, menus: [{ text: "", children }] }] };
}

/** A section with a story, since a label without one is not a section. */
export function section(text: string, path: string, ...inside: Written[]): Written {
  const story = `What happened today in the section ${text}`;
  return [text, path, [story, `${path}what-happened-today-in-it`], ...inside];
}
