import { type Facts, Writer } from "../languages/grammar.ts";
import type { Language } from "../languages/language.ts";
import type { Concept, HardCase } from "../names.ts";
import type { Random } from "../random.ts";
import { bodyText } from "./body-text.ts";
import type { Shape } from "./hard-cases.data.ts";
import { settleCases } from "./hard-cases.ts";
import { makeBlocks } from "./make-blocks.ts";
import { makeComments } from "./make-comments.ts";
import { drawMoment, writeMoment } from "./moments.ts";
import { drawPicture } from "./pictures.ts";
import { type SiteFace, sectionOf } from "./site-face.ts";
import type { Listing, Story } from "./story.ts";

/** What a story is made from. */
export interface StoryOrder {
  readonly face: SiteFace;
  readonly concept: Concept;
  readonly number: number;
  readonly hardCases?: readonly HardCase[] | undefined;
  /** The subject of the story, if it is not the site's own. */
  readonly facts?: Facts | undefined;
  readonly random: Random;
}

function personName(language: Language, random: Random): { full: string; family: string } {
  const family = random.pick(language.family);
  const full = language.fullName.replace("{given}", random.pick(language.given)).replace("{family}", family);
  return { full, family };
}

function drawFacts(language: Language, random: Random): Facts {
  const person = personName(language, random);
  const [place, inPlace] = random.pick(language.places);
  const [topic, topicOf] = random.pick(language.topics);
  return {
    person: person.full,
    surname: person.family,
    other: personName(language, random).full,
    place,
    inPlace,
    org: random.pick(language.organisations),
    topic,
    topicOf,
  };
}

/** The Latin words of a headline, or the concept where it has none. */
function slugOf(headline: string, concept: Concept, number: number): string {
  const latin = headline.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const words = latin.match(/[a-z0-9]+/g)?.slice(0, 7) ?? [];
  const stem = words.join("-").length > 12 ? words.join("-") : concept;
  return `${stem}-${number}`;
}

function pathOf(face: SiteFace, concept: Concept, headline: string, number: number, iso: string): string {
  const folder = sectionOf(face, concept).path;
  if (face.year >= 2010) return `${folder}${slugOf(headline, concept, number)}`;
  return `${folder}${iso.slice(0, 4)}/${iso.slice(5, 7)}/${iso.slice(8, 10)}/${number}.html`;
}

/** Lists shorten titles at a word; scripts without spaces are cut after two thirds. */
function shorten(title: string): string {
  const words = title.split(" ");
  if (words.length < 5) return `${title.slice(0, Math.ceil(title.length * 0.67))}…`;
  return `${words.slice(0, Math.ceil(words.length * 0.7)).join(" ")}…`;
}

function makeListings(
  headline: string,
  misleading: string | undefined,
  face: SiteFace,
  random: Random,
): Listing[] {
  const offered = misleading ?? headline;
  return [
    { source: "feed", title: headline },
    { source: "home", title: misleading ?? (random.chance(0.25) ? shorten(headline) : headline) },
    { source: "section", title: offered },
    { source: "aggregator", title: `${random.chance(0.3) ? shorten(offered) : offered} - ${face.name}` },
  ];
}

const PAGE_TYPE: Partial<Record<Shape, Story["pageType"]>> = { "live-blog": "live", gallery: "gallery" };

/** Makes one story with everything that belongs only to it. */
export function makeStory({ face, concept, number, hardCases, random, ...order }: StoryOrder): Story {
  const { language } = face;
  const { cases, shape } = settleCases(hardCases, random.fork("cases"));
  const facts = order.facts ?? drawFacts(language, random.fork("facts"));
  const writer = new Writer(language, facts, random.fork("words"));
  const headline = writer.say("headline");
  const publishedMs = drawMoment(face.year, random);
  const published = writeMoment(publishedMs, language);
  const modified = random.chance(0.4)
    ? writeMoment(publishedMs + random.between(20, 900) * 60_000, language)
    : null;
  const standfirst = cases.has("standfirst") ? writer.say("standfirst") : null;
  const blocks = makeBlocks({
    face,
    writer,
    cases,
    shape,
    publishedMs,
    facts,
    random: random.fork("blocks"),
  });
  const misleading = cases.has("misleading-collected-title") ? writer.say("headline") : undefined;
  const listings = makeListings(headline, misleading, face, random);
  const isShort = shape === "ten-word-flash" || shape === "one-sentence";
  const people = Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => personName(language, random).full);
  const body = bodyText({ standfirst, blocks });
  return {
    id: String(number),
    path: pathOf(face, concept, headline, number, published.iso),
    pageType: (shape && PAGE_TYPE[shape]) ?? "article",
    concept,
    headline,
    standfirst,
    highlights: cases.has("story-highlights") ? [1, 2, 3, 4].map(() => writer.say("point")) : [],
    authors: isShort && random.chance(0.5) ? [] : [...new Set(people)],
    published: published.iso,
    publishedLabel: published.label,
    modified: modified?.iso ?? null,
    modifiedLabel: modified?.label ?? null,
    tags: [facts.place ?? "", facts.topic ?? ""],
    hero: isShort || random.chance(0.2) ? null : drawPicture(writer, language, random),
    blocks,
    comments: makeComments({ face, writer, cases, publishedMs, bodyLength: body.length, random }),
    summary: standfirst ?? writer.say("standfirst"),
    isPaywalled: cases.has("paywall-teaser"),
    collectedTitle: misleading ?? random.pick(listings).title,
    listings,
    hardCases: [...cases],
  };
}
