import { type Document, tagName } from "../../html/index.ts";
import { shortAttribute } from "../../page/index.ts";

/** What authors of pages call the elements around the entries of a menu: each mark with the words that stand for it in classes, ids, roles, tags and `rel`. */
const MARK_WORDS = {
  nav: "nav navi navbar navigation topnav mainnav navlist navbox",
  menu: "menu menus mainmenu dropdown flyout burger hamburger drawer offcanvas mega megamenu",
  main: "main primary global principal",
  sub: "sub secondary child second subnav subnavigation",
  header: "header head top masthead topbar",
  footer: "footer foot bottom footernav footerlinks",
  tag: "tag tags tagged tagcloud keyword keywords hashtag",
  topic: "topic topics theme themes thema themen trending trend trends hot hottopics dossier",
  author: "author authors byline writer columnist columnists contributor contributors",
  social: "social share sharing follow facebook twitter",
  crumb: "breadcrumb breadcrumbs crumb crumbs path kicker",
  side: "aside sidebar side rail right rightcol",
  widget: "widget module box block",
  related: "related more most popular read recommended latest teaser",
  legal: "legal copyright policy policies imprint impressum corporate company",
  user: "user users account login profile member members subscribe subscription paywall",
  service: "service services tool tools utility util utilities quick quicklinks useful",
  paid: "promo promotion ad ads advert sponsor sponsored partner partners network commercial shop",
  story: "article story post entry content hentry",
  comment: "comment comments disqus",
  edition: "lang language languages locale edition editions country countries region",
  search: "search form",
  category: "category categories cat section sections channel channels rubrik rubric department",
  heading: "h title headline",
  list: "ul ol li",
  foreign: "nofollow noopener noreferrer external",
} as const;

/** The marks of an entry, in the order of their bits. */
export const MENU_MARKS: readonly string[] = Object.keys(MARK_WORDS);

const MARK_OF = new Map(
  Object.values(MARK_WORDS).flatMap((words, bit) => words.split(" ").map((word) => [word, bit] as const)),
);

/** Parts of a name: main-nav, main_nav, mainNav. */
const NAME_PARTS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;

/** Reads what the elements around a node are called. */
export class MarkReader {
  readonly #document: Document;
  readonly #known = new Map<number, number>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** The marks of an element and of those around it, but for the whole page, as bits. */
  of(node: number): number {
    const path: number[] = [];
    let at = node;
    for (; at > 0 && !this.#known.has(at) && !this.#isPage(at); at = this.#document.parent[at]!)
      path.push(at);
    let marks = this.#known.get(at) ?? 0;
    for (const each of path.reverse()) {
      marks |= this.#own(each);
      this.#known.set(each, marks);
    }
    return marks;
  }

  #isPage(node: number): boolean {
    const tag = tagName(this.#document, node);
    return tag === "body" || tag === "html";
  }

  #own(node: number): number {
    let marks = 0;
    const names = [
      tagName(this.#document, node),
      ...["class", "id", "role", "rel"].map((name) => shortAttribute(this.#document, node, name) ?? ""),
    ];
    for (const [part] of names.join(" ").matchAll(NAME_PARTS)) {
      const bit = MARK_OF.get(part.toLowerCase());
      if (bit !== undefined) marks |= 1 << bit;
    }
    return marks;
  }
}
