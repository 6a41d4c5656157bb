import { readTruth } from "../build/leaves.ts";
import { allAs, as, el, type Nodes } from "../build/tree.ts";
import { bodyText } from "../content/body-text.ts";
import { houseBlock } from "../content/make-blocks.ts";
import { type SiteFace, sectionOf } from "../content/site-face.ts";
import type { Story, Teaser } from "../content/story.ts";
import type { Look } from "../looks/look.ts";
import type { HardCase } from "../names.ts";
import type { Random } from "../random.ts";
import { makeGroup, makeTeaser } from "./links.ts";
import type { NewsPage } from "./page.ts";
import { makeBody, makeSide, writePage } from "./shell.ts";
import { makeRelated, renderHouse, renderStory } from "./story-parts.ts";

/** What an article page is made from. */
export interface ArticleOrder {
  readonly look: Look;
  readonly face: SiteFace;
  readonly story: Story;
  /** Other stories of the site, for the lists around this one. */
  readonly others: readonly Story[];
  readonly random: Random;
}

/** A story as other pages offer it. */
export function toTeaser(story: Story, face: SiteFace): Teaser {
  const title = story.listings.find((listing) => listing.source === "home")?.title ?? story.headline;
  return {
    title,
    url: story.path,
    text: story.summary,
    picture: story.hero,
    section: sectionOf(face, story.concept).name,
  };
}

function makeComments(order: ArticleOrder): Nodes {
  const { face, story, random } = order;
  const rules = story.hardCases.includes("house-rules")
    ? renderHouse(houseBlock("rules", face, random.fork("rules")), order)
    : undefined;
  return [rules, makeCommentList(order)];
}

function makeCommentList(order: ArticleOrder): Nodes {
  const { look, face, story } = order;
  const { labels } = face.language;
  const rule = story.hardCases.includes("rule-before-comments") ? look.pieces.rule() : undefined;
  if (story.comments.length === 0) return rule;
  if (story.hardCases.includes("comment-thread")) return [rule, makeThread(order)];
  const comments = story.comments.map((comment) => look.pieces.comment({ ...comment, reply: labels.reply }));
  return [rule, as("comment", look.pieces.comments(labels.comments, comments))];
}

/** A thread in the look's own markup or set like the body, signed above or below, with replies in comments or without. */
function makeThread({ look, face, story, random }: ArticleOrder): Nodes {
  const { pieces } = look;
  const { labels } = face.language;
  const draw = random.fork("thread");
  const isLikeBody = draw.chance(0.5);
  const isSignedBelow = draw.chance(0.5);
  const isNested = draw.chance(0.3);
  const heading = `${labels.comments} (${story.comments.length})`;
  const written = story.comments.map((comment) => {
    if (!isLikeBody) return pieces.comment({ ...comment, reply: labels.reply });
    const text = pieces.paragraph(comment.text, "plain");
    const signature = el("p", {}, `${comment.author}, ${comment.date}`);
    return el("div", {}, isSignedBelow ? [text, signature] : [signature, text]);
  });
  const isReply = (at: number) => isNested && at % 3 > 0;
  const entries = written.flatMap((entry, at) => {
    if (isReply(at)) return [];
    const replies = written.filter((_, other) => isReply(other) && other - (other % 3) === at);
    return replies.length === 0 ? [entry] : [el("div", {}, [entry, ...replies])];
  });
  return as("comment", isLikeBody ? [el("h3", {}, heading), entries] : pieces.comments(heading, entries));
}

/** The copy for the other screen size, or a gap; it comes before or after the one that shows. */
function makeHiddenCopy({ look, story, random }: ArticleOrder, shown: Nodes): [before: Nodes, after: Nodes] {
  if (!story.hardCases.includes("article-twice")) return [undefined, undefined];
  const hidden =
    look.hiddenClass && random.chance(0.6) ? { class: look.hiddenClass } : { style: "display:none" };
  const copy = el("div", hidden, allAs("duplicate", shown));
  return random.chance(0.5) ? [copy, undefined] : [undefined, copy];
}

function makeMain(order: ArticleOrder, related: readonly Teaser[]): Nodes {
  const { look, face, story, others } = order;
  const shown = renderStory({ look, face, story, related });
  const [before, after] = makeHiddenCopy(order, shown);
  const isThreadFirst = story.hardCases.includes("comment-thread") && order.random.fork("place").chance(0.2);
  const next = others.at(-1);
  const appended =
    story.hardCases.includes("appended-article") && next
      ? allAs("other-article", renderStory({ look, face, story: next, related: [] }))
      : undefined;
  const columns = makeColumns(order);
  return [
    columns[0],
    isThreadFirst ? makeComments(order) : undefined,
    before,
    shown,
    after,
    makeRelated({ look, face, story, related }, related),
    columns.slice(1),
    isThreadFirst ? undefined : makeComments(order),
    appended,
  ];
}

/** How many columns of teasers a page has, and how many teasers each. */
const COLUMNS = [2, 5] as const;
const COLUMN_TEASERS = [3, 9] as const;

/** Columns of teasers with whole sentences; the first is before the story, or empty. */
function makeColumns({ look, face, story, others, random }: ArticleOrder): Nodes[] {
  if (!story.hardCases.includes("teaser-columns")) return [];
  const draw = random.fork("columns");
  const count = draw.between(...COLUMNS);
  const columns = Array.from({ length: count }, () => {
    const chosen = draw.sample(others, draw.between(...COLUMN_TEASERS));
    const teasers = chosen.map((other) => makeTeaser(look, { ...toTeaser(other, face), picture: null }));
    const mark = { label: draw.pick(face.sections).name, kind: "teasers" } as const;
    return makeGroup({ look, mark, url: undefined, teasers, place: "section" });
  });
  return draw.chance(0.5) ? columns : [undefined, ...columns];
}

/** The side list holds the story itself where its collected title is to match another line of the page. */
function pickMostRead({ story, face }: ArticleOrder, teasers: readonly Teaser[]): Teaser[] {
  const list = teasers.slice(2, 7);
  if (!story.hardCases.includes("misleading-collected-title")) return list;
  return [...list.slice(0, 2), { ...toTeaser(story, face), title: story.collectedTitle }, ...list.slice(2)];
}

/** Cases that show another story of the site: alone on its site a story cannot have them. */
const NEEDS_ANOTHER_STORY: ReadonlySet<HardCase> = new Set(["appended-article", "breaking-bar"]);

function casesOnPage({ story, others }: ArticleOrder): readonly HardCase[] {
  if (others.length > 0) return story.hardCases;
  return story.hardCases.filter((name) => !NEEDS_ANOTHER_STORY.has(name));
}

/** Makes the page of one story. */
export function makeStoryPage(order: ArticleOrder): NewsPage {
  const { look, face, story, others } = order;
  const teasers = others.map((other) => toTeaser(other, face));
  const body = makeBody({
    look,
    face,
    main: makeMain(order, teasers.slice(0, 4)),
    side: makeSide(look, face, pickMostRead(order, teasers)),
    breaking: story.hardCases.includes("breaking-bar") ? teasers.at(-1) : undefined,
    hasNotice: story.hardCases.includes("cookie-notice"),
  });
  const url = `https://${face.domain}${story.path}`;
  const { language } = face;
  const html = writePage({ look, face, url, title: `${story.headline} | ${face.name}`, story }, body);
  const { leaves, groups, titlePath, bodyPath } = readTruth(body);
  const truth = {
    url,
    site: face.name,
    title: story.headline,
    authors: story.authors,
    published: story.published,
    modified: story.modified,
    section: sectionOf(face, story.concept).name,
    tags: story.tags,
    language: language.code,
    direction: language.direction,
    image: story.hero ? `https://${face.domain}${story.hero.src}` : null,
    isPaywalled: story.isPaywalled,
    standfirst: story.standfirst,
    body: bodyText(story),
    titlePath,
    bodyPath,
    leaves,
    groups,
    items: [],
    collectedTitle: story.collectedTitle,
    hardCases: casesOnPage(order),
  };
  const id = `${face.domain}/${story.id}`;
  return {
    id,
    look: face.look,
    language: language.code,
    pageType: story.pageType,
    url,
    path: story.path,
    html,
    truth,
  };
}
