import { makeAgencyStories } from "../content/agency.ts";
import { makeFreeFace } from "../content/free-face.ts";
import { makeStory } from "../content/make-story.ts";
import { allSections, makeFace, type SiteFace } from "../content/site-face.ts";
import type { Listing, Story } from "../content/story.ts";
import { languages } from "../languages/index.ts";
import { makeLook } from "../looks/index.ts";
import { CONCEPTS, type HardCase, type LanguageCode, type LookId } from "../names.ts";
import { makeStoryPage } from "../pages/article-page.ts";
import { makeFrontPage } from "../pages/front-page.ts";
import type { NewsPage } from "../pages/page.ts";
import { makeRandom, type Random } from "../random.ts";
import { makeFiles, type SiteFile } from "./files.ts";
import { makeTaxonomy, type TaxonomyNode } from "./taxonomy.ts";

/** The options of a site; the same options give the same bytes. */
export interface SiteOrder {
  readonly look: LookId;
  readonly language: LanguageCode;
  readonly seed: number;
  /** How many stories the site has. */
  readonly articles?: number | undefined;
  /** Cases that every story has; by default drawn at random for each story. */
  readonly hardCases?: readonly HardCase[] | undefined;
  /** The agency that the site takes stories from; it then has sections, names and addresses of its own choice. */
  readonly agency?: string | undefined;
}

/** Everything that is true of a site as a whole. */
export interface SiteTruth {
  readonly name: string;
  readonly taxonomy: readonly TaxonomyNode[];
  /** The titles under which each story is offered, by address. */
  readonly collectedTitles: Readonly<Record<string, readonly Listing[]>>;
}

/** A made-up site: labelled pages, the other files, and the truth about it. */
export interface NewsSite {
  readonly domain: string;
  readonly look: LookId;
  readonly language: LanguageCode;
  readonly pages: readonly NewsPage[];
  readonly files: readonly SiteFile[];
  readonly truth: SiteTruth;
}

/** What one article page is made from. */
export type PageOrder = Omit<SiteOrder, "articles" | "agency">;

/** Enough for every section to have a story or two. */
const USUAL_ARTICLES = 16;
/** Stories of the same site that a single page links to. */
const NEIGHBOURS = 8;
const FIRST_NUMBER = 1001;

function seeded({ look, language, seed, agency }: SiteOrder): { face: SiteFace; random: Random } {
  const random = makeRandom(`${seed}/${look}/${language}`);
  const make = agency === undefined ? makeFace : makeFreeFace;
  return { face: make(languages[language], look, random.fork("face")), random };
}

function makeStories(
  face: SiteFace,
  count: number,
  random: Random,
  hardCases: readonly HardCase[] | undefined,
): Story[] {
  return Array.from({ length: count }, (_, index) => {
    const concept = CONCEPTS[index % CONCEPTS.length] ?? "local";
    const number = FIRST_NUMBER + index;
    return makeStory({ face, concept, number, hardCases, random: random.fork(`story ${number}`) });
  });
}

/** Makes a whole site. */
export function makeSite(order: SiteOrder): NewsSite {
  const { face, random } = seeded(order);
  const look = makeLook(order.look, face.language.direction, random.fork("colours"));
  const stories =
    order.agency === undefined
      ? makeStories(face, order.articles ?? USUAL_ARTICLES, random, order.hardCases)
      : makeAgencyStories({ face, agency: order.agency, random, first: FIRST_NUMBER });
  const hasNotice = random.chance(0.5);
  const fronts = [undefined, ...allSections(face)].map((section) =>
    makeFrontPage({ look, face, stories, section, hasNotice }),
  );
  const articles = stories.map((story, index) => {
    const others = [...stories.slice(index + 1), ...stories.slice(0, index)];
    return makeStoryPage({ look, face, story, others, random: random.fork(`page ${story.id}`) });
  });
  const pages = [...fronts, ...articles];
  const collectedTitles = Object.fromEntries(
    stories.map((story) => [`https://${face.domain}${story.path}`, story.listings]),
  );
  return {
    domain: face.domain,
    look: order.look,
    language: order.language,
    pages,
    files: makeFiles(
      face,
      stories,
      pages.map((page) => page.path),
    ),
    truth: { name: face.name, taxonomy: makeTaxonomy(face), collectedTitles },
  };
}

/** Makes one article page without the site around it. */
export function makeArticlePage(order: PageOrder): NewsPage {
  const { face, random } = seeded(order);
  const look = makeLook(order.look, face.language.direction, random.fork("colours"));
  const concept = random.pick(CONCEPTS);
  const story = makeStory({
    face,
    concept,
    number: FIRST_NUMBER - 1,
    hardCases: order.hardCases,
    random: random.fork("story"),
  });
  const others = makeStories(face, NEIGHBOURS, random.fork("others"), []);
  return makeStoryPage({ look, face, story, others, random: random.fork("page") });
}

/** A site whose pages are made on request, so that it can grow and change its look. */
export interface LivingSite {
  readonly face: SiteFace;
  readonly stories: readonly Story[];
  /** The page of a story in a look; the site's own where none is named. */
  storyPage(story: Story, look?: LookId): NewsPage;
  /** The home page with these stories, or a page that lists them. */
  listPage(stories: readonly Story[], look?: LookId): NewsPage;
}

/** Makes a site that grows; its stories are the same as those of `makeSite`. */
export function makeLivingSite(order: SiteOrder): LivingSite {
  const { face, random } = seeded(order);
  const stories = makeStories(face, order.articles ?? USUAL_ARTICLES, random, order.hardCases);
  const lookOf = (look: LookId) => makeLook(look, face.language.direction, random.fork("colours"));
  return {
    face,
    stories,
    storyPage: (story, look = order.look) => {
      // By its id: a story may be a later version of the one here.
      const at = stories.findIndex(({ id }) => id === story.id);
      const others = stories.slice(Math.max(0, at - NEIGHBOURS), at);
      return makeStoryPage({
        look: lookOf(look),
        face,
        story,
        others,
        random: random.fork(`page ${story.id}`),
      });
    },
    listPage: (listed, look = order.look) =>
      makeFrontPage({ look: lookOf(look), face, stories: listed, section: undefined, hasNotice: false }),
  };
}
