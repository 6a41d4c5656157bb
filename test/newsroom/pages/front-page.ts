import { type GroupTruth, type ItemTruth, readTruth } from "../build/leaves.ts";
import type { ElementNode } from "../build/tree.ts";
import type { Section, SiteFace } from "../content/site-face.ts";
import type { Story, Teaser } from "../content/story.ts";
import type { Look } from "../looks/look.ts";
import { toTeaser } from "./article-page.ts";
import { makeGroup, makeTeaser } from "./links.ts";
import type { NewsPage, PageTruth } from "./page.ts";
import { makeBody, makeSide, writePage } from "./shell.ts";

/** What a front page is made from; without a section it is the home page. */
export interface FrontOrder {
  readonly look: Look;
  readonly face: SiteFace;
  readonly stories: readonly Story[];
  readonly section: Section | undefined;
  readonly hasNotice: boolean;
}

/** How many stories are at the top of a front page. */
const TOP_COUNT = 3;

function storiesOf(section: Section, stories: readonly Story[]): Story[] {
  return stories.filter((story) => story.concept === section.concept);
}

function makeSectionGroup(order: FrontOrder, section: Section): ElementNode[] {
  const { look, face, stories } = order;
  const children = section.children.flatMap((child) => makeSectionGroup(order, child));
  const teasers = storiesOf(section, stories).map((story, index) => {
    const teaser = toTeaser(story, face);
    return makeTeaser(look, index === 0 ? teaser : { ...teaser, picture: null });
  });
  if (teasers.length === 0) return children;
  const group = (inside: readonly ElementNode[]): ElementNode =>
    makeGroup({
      look,
      mark: { label: section.name, kind: "section" },
      url: section.path,
      teasers: [...teasers, ...inside],
      place: "section",
    });
  return look.nestsGroups ? [group(children)] : [group([]), ...children];
}

function makeTopGroup({ look, face }: FrontOrder, top: readonly Story[]): ElementNode {
  const teasers = top.map((story) => makeTeaser(look, toTeaser(story, face), true));
  return makeGroup({ look, mark: { label: null, kind: "teasers" }, url: undefined, teasers, place: "top" });
}

function makeGroups(order: FrontOrder): ElementNode[] {
  const { face, stories, section } = order;
  if (section) {
    const concepts = new Set([section, ...section.children].map(({ concept }) => concept));
    const inside = stories.filter((story) => concepts.has(story.concept));
    return [makeTopGroup(order, inside.slice(0, 1)), ...makeSectionGroup(order, section)];
  }
  return [
    makeTopGroup(order, stories.slice(0, TOP_COUNT)),
    ...face.sections.flatMap((each) => makeSectionGroup(order, each)),
  ];
}

/** Entries of all groups of stories, in page order. */
function collectItems(groups: readonly GroupTruth[]): ItemTruth[] {
  return groups
    .filter((group) => group.kind === "section" || group.kind === "teasers")
    .flatMap((group) => [...group.items, ...collectItems(group.children)]);
}

function emptyTruth(face: SiteFace): Omit<PageTruth, "url" | "section" | "leaves" | "groups" | "items"> {
  return {
    site: face.name,
    title: null,
    authors: [],
    published: null,
    modified: null,
    tags: [],
    language: face.language.code,
    direction: face.language.direction,
    image: null,
    isPaywalled: false,
    standfirst: null,
    body: "",
    titlePath: null,
    bodyPath: null,
    collectedTitle: null,
    hardCases: [],
  };
}

/** Makes the home page or the page of a section. */
export function makeFrontPage(order: FrontOrder): NewsPage {
  const { look, face, stories, section, hasNotice } = order;
  const path = section?.path ?? "/";
  const url = `https://${face.domain}${path}`;
  const mostRead: Teaser[] = stories.slice(-5).map((story) => toTeaser(story, face));
  const body = makeBody({
    look,
    face,
    main: look.front(makeGroups(order)),
    side: makeSide(look, face, mostRead),
    breaking: undefined,
    hasNotice,
  });
  const title = section ? `${section.name} | ${face.name}` : face.name;
  const { leaves, groups } = readTruth(body);
  return {
    id: `${face.domain}${path}`,
    look: face.look,
    language: face.language.code,
    pageType: section ? "section" : "home",
    url,
    path,
    html: writePage({ look, face, url, title, story: undefined }, body),
    truth: {
      ...emptyTruth(face),
      url,
      section: section?.name ?? null,
      leaves,
      groups,
      items: collectItems(groups),
    },
  };
}
