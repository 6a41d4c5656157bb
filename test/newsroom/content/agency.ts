import type { Facts } from "../languages/grammar.ts";
import type { Language } from "../languages/language.ts";
import type { Concept } from "../names.ts";
import { makeRandom, type Random } from "../random.ts";
import { AGENCY_FAMILY_ENDS, AGENCY_GIVEN, AGENCY_PLACE_ENDS, AGENCY_STARTS } from "./agency.data.ts";
import { makeStory } from "./make-story.ts";
import { allSections, type SiteFace } from "./site-face.ts";
import type { Story } from "./story.ts";

/** How many stories an agency offers for a section, how many of them a site takes, and how many it writes itself. */
const OFFERED = 8;
const TAKEN = 0.65;
const OWN = 2;

/** What a site's stories are made from. */
export interface AgencyOrder {
  readonly face: SiteFace;
  readonly agency: string;
  readonly random: Random;
  readonly first: number;
}

/** The stories of a site that prints some of an agency's: sites of one language print the same words, others translate. */
export function makeAgencyStories({ face, agency, random, first }: AgencyOrder): Story[] {
  let number = first;
  return allSections(face).flatMap(({ concept }) => {
    const offered = Array.from({ length: OFFERED }, (_, index) => `${agency}/${concept}/${index}`);
    const taken = offered.filter((name) => random.fork(name).chance(TAKEN));
    const ordered = [
      ...taken.map((name) => agencyOrder(name, concept, face)),
      ...Array.from({ length: OWN }, () => ({ concept, random: random.fork(`story ${number}`) })),
    ];
    return ordered.map((order) => {
      number += 1;
      return makeStory({ ...order, face, number, hardCases: [] });
    });
  });
}

function agencyOrder(name: string, concept: Concept, { language }: SiteFace) {
  return {
    concept,
    facts: drawFacts(language, makeRandom(name)),
    random: makeRandom(`${name}/${language.code}`),
  };
}

function drawFacts(language: Language, random: Random): Facts {
  const compose = (ends: readonly string[]): string => random.pick(AGENCY_STARTS) + random.pick(ends);
  const family = compose(AGENCY_FAMILY_ENDS);
  const place = compose(AGENCY_PLACE_ENDS);
  const [anyPlace, inAnyPlace] = language.places[0] ?? ["", ""];
  const [topic, topicOf] = random.pick(language.topics);
  const fullName = (last: string): string =>
    language.fullName.replace("{given}", random.pick(AGENCY_GIVEN)).replace("{family}", last);
  return {
    person: fullName(family),
    surname: family,
    other: fullName(compose(AGENCY_FAMILY_ENDS)),
    place,
    inPlace: inAnyPlace.replace(anyPlace, place),
    org: random.pick(language.organisations),
    topic,
    topicOf,
  };
}
