import { labelKey } from "./label-words.ts";
import { SECTION_NAMES } from "./section-names.data.ts";

/** Countries in the news, whose names the platform knows in every language. */
const PLACES =
  "AF AL DZ AR AM AU AT AZ BD BY BE BR BG KH CA CL CN CO HR CU CZ DK EG EE ET FI FR GE DE GR HK HU IN ID IR IQ IE IL IT JP JO KZ KE KP KR LB LY LT LV MY MX MA MM NP NL NZ NG NO PK PS PE PH PL PT QA RO RU SA RS SG SK ZA ES LK SE CH SY TW TH TR UA AE GB US UY VE VN YE ZW".split(
    " ",
  );

/** Gives the section that a name stands for in any language, by an English name; undefined if it is no common one. */
export type SectionConcept = (text: string, language: string | undefined) => string | undefined;

/** Reads the lists of names once. */
export function makeSectionConcept(): SectionConcept {
  const names = readNames();
  const places = new Map<string, ReadonlyMap<string, string>>();
  return (text, language) => {
    const key = labelKey(text);
    const named = names.get(key);
    if (named !== undefined || language === undefined) return named;
    const known = places.get(language) ?? readPlaces(language);
    places.set(language, known);
    return known.get(key);
  };
}

function readNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const [concept, list] of Object.entries(SECTION_NAMES)) {
    for (const key of new Set(list.split("|").map(labelKey))) {
      if (found.has(key)) ambiguous.add(key);
      found.set(key, concept);
    }
  }
  // A word that names different sections in two languages names neither.
  for (const key of ambiguous) found.delete(key);
  return found;
}

/** The names of countries in a language, without its own: a site's own country is its home news. */
function readPlaces(language: string): ReadonlyMap<string, string> {
  try {
    const display = new Intl.DisplayNames([language], { type: "region" });
    const own = new Intl.Locale(language).maximize().region;
    const others = PLACES.filter((place) => place !== own);
    return new Map(others.map((place) => [labelKey(display.of(place) ?? ""), `place ${place}`]));
  } catch (error) {
    // A page may declare anything as its language.
    if (error instanceof RangeError) return new Map();
    throw error;
  }
}
