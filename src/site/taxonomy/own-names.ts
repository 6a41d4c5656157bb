import type { LabelUse } from "./label-uses.ts";
import { labelWords } from "./label-words.ts";
import { hasCountry, isDepartment, type SectionConcept } from "./section-names.ts";

/**
 * Reads the names that a site gives its sections in its own way: with a word of its own before or after ("Harbour food", "Harbour sport"), and
 * its own country for home news.
 */
export function readOwnNames(uses: readonly LabelUse[], conceptOf: SectionConcept): LabelUse[] {
  return [...Map.groupBy(uses, ({ site }) => site).values()].flatMap((own) =>
    nameSoccer(nameAmerica(nameHome(nameBranded(own, conceptOf)))),
  );
}

/** Departments that have to have a word before or after their names for it to be the site's own. */
const MIN_BRANDED = 3;
/** Some of them have to be among those that most papers have: "Women’s" is before "golf", "tennis" and "rugby" as well. */
const MIN_CORE = 2;
const CORE = new Set(
  "news sport business politics culture entertainment lifestyle technology science society health food travel opinion".split(
    " ",
  ),
);

/** Words before departments that say where a thing is used: "Home cinema", "Digital home". */
const PLACE_WORDS = new Set(["home", "digital", "mobile", "online"]);

/** A name without the word that may be the site's own. */
interface Stripped {
  readonly affix: string;
  readonly concept: string;
}

function nameBranded(uses: readonly LabelUse[], conceptOf: SectionConcept): LabelUse[] {
  const stripped = new Map(
    uses
      .filter(({ named }) => named === undefined)
      .map((use): [LabelUse, readonly Stripped[]] => [use, stripName(use, conceptOf)]),
  );
  const conceptsOf = new Map<string, Set<string>>();
  for (const { affix, concept } of [...stripped.values()].flat())
    conceptsOf.set(affix, (conceptsOf.get(affix) ?? new Set()).add(concept));
  const isOwn = (affix: string): boolean => {
    const concepts = conceptsOf.get(affix) ?? new Set();
    return concepts.size >= MIN_BRANDED && [...concepts].filter((each) => CORE.has(each)).length >= MIN_CORE;
  };
  const namedAt = Map.groupBy(uses, ({ address }) => address.key);
  return uses.map((use) => {
    const named = stripped.get(use)?.find(({ affix }) => isOwn(affix))?.concept;
    if (named === undefined) return use;
    const above = [...use.above].flatMap((place) =>
      (namedAt.get(place) ?? []).flatMap((each) => each.named ?? []),
    );
    return {
      ...use,
      named,
      common: isDepartment(named, use.address, { above, conceptOf }) ? named : undefined,
    };
  });
}

function stripName({ text, language, address }: LabelUse, conceptOf: SectionConcept): Stripped[] {
  const words = labelWords(text);
  const cuts = [1, 2, -1].filter((count) => words.length > Math.abs(count));
  return cuts.flatMap((count) => {
    const [affix, rest] =
      count > 0 ? [words.slice(0, count), words.slice(count)] : [words.slice(count), words.slice(0, count)];
    const concept = conceptOf(rest.join(" "), language, address.host);
    const isWordOfList = conceptOf(affix.join(" "), language, address.host) !== undefined;
    return concept === undefined || isWordOfList || PLACE_WORDS.has(affix.join(" "))
      ? []
      : [{ affix: affix.join(" "), concept }];
  });
}

/** Countries with an English press: others on an English page are foreign news, however alone they stand ("China"). */
const ENGLISH_PRESS = new Set(
  "AU BD CA IE IN KE LK MY NG NZ PH PK SG ZA".split(" ").map((code) => `place ${code}`),
);

/** Home news under other names than that of a country. */
const HOME_NEWS = ["national", "united states", "united kingdom"];

/**
 * An English site without a country in its address that has news of the world and of one country, and no other home news, is of that country:
 * "India" beside "World".
 */
function nameHome(uses: readonly LabelUse[]): LabelUse[] {
  const named = new Set(uses.flatMap((use) => use.named ?? []));
  const [home, ...others] = [...named].filter((concept) => concept.startsWith("place "));
  const isHome = home !== undefined && others.length === 0 && ENGLISH_PRESS.has(home) && named.has("world");
  if (!isHome || HOME_NEWS.some((each) => named.has(each))) return [...uses];
  return uses.map((use) =>
    use.common === home && isEnglish(use) && !hasCountry(use.address.host)
      ? { ...use, named: "national", common: "national" }
      : use,
  );
}

/** How American papers write the name of their country; "USA" is how others do. */
const AMERICA = /^(?:the )?u\.? ?s\.?(?: news)?$/i;

/** An English site without a country in its address that has "US" and neither home news nor those of Britain is American. */
function nameAmerica(uses: readonly LabelUse[]): LabelUse[] {
  const named = new Set(uses.flatMap((use) => use.named ?? []));
  const isHome = !["national", "united kingdom", "place GB"].some((each) => named.has(each));
  return uses.map((use) =>
    isHome && AMERICA.test(use.text) && isEnglish(use) && !hasCountry(use.address.host)
      ? { ...use, named: "national", common: "national" }
      : use,
  );
}

/** Games of countries where "football" is soccer, and those of countries where it is not. */
const SOCCER_NEIGHBOURS = ["cricket", "rugby", "premier league", "formula one"];
const GRIDIRON_NEIGHBOURS = [
  "american football",
  "nfl",
  "college football",
  "football",
  "baseball",
  "high school sports",
];

/** English "Football" is soccer beside cricket or rugby, unless the site has soccer or American games as well. */
function nameSoccer(uses: readonly LabelUse[]): LabelUse[] {
  const named = new Set(uses.flatMap((use) => use.named ?? []));
  const isSoccer =
    SOCCER_NEIGHBOURS.some((each) => named.has(each)) && !GRIDIRON_NEIGHBOURS.some((each) => named.has(each));
  return uses.map((use) =>
    isSoccer && use.named === undefined && isEnglish(use) && /^football(?: news)?$/i.test(use.text)
      ? { ...use, named: "football", common: "football" }
      : use,
  );
}

function isEnglish({ language = "en" }: LabelUse): boolean {
  return language.startsWith("en");
}
