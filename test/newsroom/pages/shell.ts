import { indent, serialise } from "../build/serialise.ts";
import { as, asGroup, type ElementNode, el, type Nodes } from "../build/tree.ts";
import type { SiteFace } from "../content/site-face.ts";
import type { Teaser } from "../content/story.ts";
import type { Look, NavEntry } from "../looks/look.ts";
import { type HeadOrder, makeHead } from "./head.ts";
import { makeGroup, makeItemLink, makeLink, makeTeaser, withRole } from "./links.ts";

/** What surrounds the main part of every page. */
export interface ShellOrder {
  readonly look: Look;
  readonly face: SiteFace;
  readonly main: Nodes;
  readonly side: Nodes;
  readonly breaking: Teaser | undefined;
  readonly hasNotice: boolean;
}

/** Pages that every site has beside its stories. */
const SERVICE_PATHS = { about: "/about/", contact: "/contact/", privacy: "/privacy/" } as const;

function makeNav(look: Look, face: SiteFace): ElementNode {
  const home: NavEntry = {
    label: face.language.labels.home,
    link: makeItemLink(look, "nav-link", face.language.labels.home, "/"),
    children: [],
  };
  const sections = face.sections.map((section) => ({
    label: section.name,
    link: makeItemLink(look, "nav-link", section.name, section.path),
    children: section.children.map((child) => makeItemLink(look, "nav-link", child.name, child.path)),
  }));
  return withRole(
    "navigation",
    asGroup({ label: null, kind: "navigation" }, look.pieces.nav([home, ...sections])),
  );
}

function makeFooter(look: Look, face: SiteFace): ElementNode {
  const { labels } = face.language;
  const links = (["about", "contact", "privacy"] as const).map((name) =>
    makeItemLink(look, "footer-link", labels[name], SERVICE_PATHS[name]),
  );
  const footer = look.pieces.footer(`© ${face.year} ${face.name}. ${labels.rights}`, links);
  return withRole("footer", asGroup({ label: null, kind: "footer" }, footer));
}

/** The column beside the main part: what others read, an advert, the newsletter. */
export function makeSide(look: Look, face: SiteFace, mostRead: readonly Teaser[]): Nodes {
  const { labels } = face.language;
  const teasers = mostRead.map((teaser) => makeTeaser(look, { ...teaser, text: null, picture: null }));
  return [
    makeGroup({
      look,
      mark: { label: labels.mostRead, kind: "teasers" },
      url: undefined,
      teasers,
      place: "side",
    }),
    as("ad", look.pieces.ad(labels.advert)),
    as("promotion", look.pieces.promotion(labels.newsletter, labels.signUp)),
  ];
}

/** Puts a body element together from the main part and what surrounds it. */
export function makeBody({ look, face, main, side, breaking, hasNotice }: ShellOrder): ElementNode {
  const { labels } = face.language;
  const { pieces } = look;
  const children = look.page({
    masthead: as("masthead", pieces.masthead(face.name)),
    nav: makeNav(look, face),
    breaking: breaking
      ? as(
          "breaking",
          pieces.breaking(labels.breaking, makeLink(look, "breaking-link", breaking.title, breaking.url)),
        )
      : undefined,
    main,
    side,
    footer: makeFooter(look, face),
    notice: hasNotice ? as("notice", pieces.notice(labels.cookie, labels.accept, labels.decline)) : undefined,
  });
  const body = el("body", look.bodyAttributes, children);
  return look.spacing === "indented" ? indent(body) : body;
}

/** Writes the whole page. */
export function writePage(order: HeadOrder, body: ElementNode): string {
  const { look, face } = order;
  const { locale, direction } = face.language;
  const attributes = { ...look.htmlAttributes, lang: locale, dir: direction === "rtl" ? "rtl" : undefined };
  return serialise(el("html", attributes, makeHead(order), body), look);
}
