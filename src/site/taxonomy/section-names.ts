import { foldSpaces } from "../../text/index.ts";
import { type Address, ownDomain } from "./addresses.ts";
import { labelKey, labelWords } from "./label-words.ts";
import { SECTION_NAMES } from "./section-names.data.ts";

/** Countries in the news, whose names the platform knows in every language. */
const PLACES =
  "AF AL DZ AR AM AU AT AZ BD BY BE BR BG KH CA CL CN CO HR CU CZ DK EG EE ET FI FR GE DE GR HK HU IN ID IR IQ IE IL IT JP JO KZ KE KP KR LB LY LT LV MY MX MA MM NP NL NZ NG NO PK PS PE PH PL PT QA RO RU SA RS SG SK ZA ES LK SE CH SY TW TH TR UA AE GB US UY VE VN YE ZW".split(
    " ",
  );

/** Languages of one country, whose name is its home news on a site in that language; other languages are spoken in several. */
const HOME_LANGUAGES = new Set(
  "bg cs da de el et fi he hr hu it ja ko lt lv no nb pl ro ru sk sl sr sv th tr uk vi".split(" "),
);

/** Words before and after a name that change nothing: articles, and the word for news. */
const ARTICLES = new Set("the le la les l el los las il lo gli i der die das het o os a as".split(" "));
const GENERAL = new Set("일반 一般 综合 綜合 総合 zone section rubrik".split(" "));
/** Words before a name that only say which of its stories come first, or whose they are. */
const LEADS = new Set(
  "latest all more today's todays neueste neuste alle unsere mehr dernières toutes nos nuestros nuestras últimas todos todas onze".split(
    " ",
  ),
);
/** Words after a name that only say that it is a section. */
const HOLDERS = new Set(
  "section page pages channel coverage central headlines stories articles updates report desk hub corner zone haberleri 頻道 频道 專區 专区".split(
    " ",
  ),
);
/** Campaigns and games are a section of each of their years. */
const YEAR = /^(?:(?:19|20)\p{N}{2}|’?[0-3]\p{N})$/u;
/** What joins two names to one. */
const JOINERS = new Set(
  "& + and und et y e en och og ja i a és și și si и та й και ve و và dan 與 与 和 及 と や".split(" "),
);

/**
 * Gives the section that a name stands for in any language, by an English name; undefined if it is no common one. `host` is that of the
 * site, whose own name may be part of its sections' names.
 */
export type SectionConcept = (
  text: string,
  language: string | undefined,
  host?: string,
) => string | undefined;

/** Reads the lists of names once. */
export function makeSectionConcept(): SectionConcept {
  const names = readNames();
  const places = new Map<string, ReadonlyMap<string, string>>();
  const find = (words: readonly string[], language = ""): string | undefined => {
    const key = words.join(" ");
    const named = names.get(key);
    if (named !== undefined || key === "") return named;
    const near = places.get(language) ?? readPlaces(language);
    places.set(language, near);
    return near.get(key);
  };
  const read: SectionConcept = (text, language, host) => {
    const words = labelWords(foldSpaces(text));
    const whole = find(words, language);
    if (whole !== undefined) return whole;
    const parts = partsOf(text, words);
    if (parts.length > 0)
      return sharedBy(
        parts.map((part) => find(part, language) ?? find(withoutFrame(part, names, host), language)),
      );
    const bare = withoutFrame(words, names, host);
    return bare.length < words.length
      ? inFrame(find(bare, language), { words, bare, names, host })
      : eventOf(words, (rest) => find(rest, language));
  };
  return (text, language, host) => {
    const concept = read(text, language, host);
    const isAmerican =
      (concept === "united states" || concept === "place US") && AMERICAN.test(text) && !hasCountry(host);
    if (isAmerican) return "national";
    return concept === "football" && isAmbiguousFootball(text, language, host)
      ? undefined
      : withHome(concept, language, host);
  };
}

/** Papers of the United States write the name of their own country with stops; others have "US". */
const AMERICAN = /\bU\. ?S\./;

/** Countries where "football" is what others call soccer; in English elsewhere it is as often another game. */
const SOCCER_COUNTRIES = new Set(["GB", "IE"]);

function isAmbiguousFootball(text: string, language: string | undefined, host: string | undefined): boolean {
  return /football/i.test(text) && (language ?? "en") === "en" && !SOCCER_COUNTRIES.has(countryOf(host));
}

/** The country of a top-level domain, or "" without one. */
function countryOf(host: string | undefined): string {
  const end = host?.split(".").at(-1)?.toUpperCase().replace(/^UK$/, "GB") ?? "";
  return PLACES.includes(end) ? end : "";
}

/** Whether a host is in the domain of a country in the news. */
export function hasCountry(host: string | undefined): boolean {
  return countryOf(host) !== "";
}

/** Ways of telling a story; what two sites mean by them is seldom the same. */
const VAGUE = new Set(["specials", "reports", "analysis", "advice", "magazine"]);
/** Kinds of media, and folders of them: what is in such a folder is not the department of its name. */
const MEDIA = new Set(["video", "photos", "podcasts", "radio", "live"]);
const MEDIA_FOLDERS = new Set(
  "multimedia mediathek audio photo photos foto fotos gallery galleries galerie galeries galeria fotogaleria".split(
    " ",
  ),
);
/** Folders of the results and fixtures of a sport, which have a list for each sport. */
const RESULTS =
  /^(?:results?|scores|scoreboards?|live-?scores?|fixtures|ergebnisse|uitslagen|r[eé]sultats|resultados|risultati|wyniki)$/i;
/** Kinds of articles and of media: below a subject they are that subject's. */
const FORMATS = new Set([
  ...MEDIA,
  ...["news", "latest", "opinion", "columns", "editorials", "letters", "blogs", "interviews", "infographics"],
  ...["cartoons", "magazine", "multimedia", "fact check"],
]);
/** Folders of programmes, whose names are titles. */
const PROGRAMMES =
  /^(?:emissions?|programas?|programmes?|shows?|tv_?shows?|sendung(?:en)?|series?|podcasts?|playlists?|trasmission[ei]|programm?i)$/i;
/** Concepts that are places, or news of one, besides the countries; and those that may be above them. */
const GEOGRAPHY = new Set([
  ...[
    "world",
    "national",
    "local",
    "regional",
    "europe",
    "asia",
    "africa",
    "americas",
    "oceania",
    "united states",
  ],
  ...["united kingdom", "middle east", "latin america", "asia pacific", "north america"],
]);
const ABOVE_PLACES = new Set(["news", "latest", "home", "politics", "live"]);

/** Whether a name that stands for a common section is the site's department of that name, by its address and the common sections above it. */
export function isDepartment(
  concept: string,
  address: Address,
  { above, conceptOf }: { readonly above: readonly string[]; readonly conceptOf: SectionConcept },
): boolean {
  if (VAGUE.has(concept)) return false;
  const isMedium = MEDIA.has(concept) || concept === "multimedia";
  if (!isMedium && address.parts.slice(0, -1).some((part) => PROGRAMMES.test(part))) return false;
  if (!isMedium && isOfMedia(address, conceptOf)) return false;
  if (address.parts.slice(0, -1).some((part) => RESULTS.test(part))) return false;
  // Menus put sections below each other that only stand together; an address of one word is a department whatever is above it.
  const outer = address.parts.length === 1 ? [] : above;
  // "Culture news" below "Culture" is a part of it.
  if (outer.includes(concept)) return false;
  // "Video" below "Sport" is not the site's video.
  if (FORMATS.has(concept) && !outer.every((each) => FORMATS.has(each) || mayHoldPlaces(each))) return false;
  // "Europe" below "Travel" is a list of journeys.
  return !isGeographic(concept) || outer.length === 0 || outer.some(mayHoldPlaces);
}

function mayHoldPlaces(concept: string): boolean {
  return isGeographic(concept) || ABOVE_PLACES.has(concept);
}

function isGeographic(concept: string): boolean {
  return GEOGRAPHY.has(concept) || concept.startsWith("place ");
}

function isOfMedia({ host, parts }: Address, conceptOf: SectionConcept): boolean {
  const words = [...host.split(".").slice(0, -2), ...parts].flatMap((part) => [
    part.toLowerCase(),
    part.toLowerCase().replace(/[-_].*$/, ""),
  ]);
  return words.some((word) => MEDIA_FOLDERS.has(word) || MEDIA.has(conceptOf(word, "en") ?? ""));
}

/** Countries that the list has as sections of their own, with more names than the platform knows. */
const LISTED_PLACES: Readonly<Record<string, string>> = { US: "united states", GB: "united kingdom" };

/**
 * The news of a site's own country are its home news: that of its top-level domain or, without one, of its language. Languages of several
 * countries say nothing then.
 */
function withHome(
  concept: string | undefined,
  language: string | undefined,
  host: string | undefined,
): string | undefined {
  const place = PLACES.find((code) => concept === `place ${code}` || concept === LISTED_PLACES[code]);
  if (place === undefined) return concept;
  const country = countryOf(host);
  const spoken = isLanguage(language) ? new Intl.Locale(language).maximize().region : undefined;
  if (country !== "") {
    if (place === country) return "national";
  } else if (place === spoken && concept === `place ${place}`) {
    return HOME_LANGUAGES.has(language ?? "") ? "national" : undefined;
  }
  return LISTED_PLACES[place] ?? concept;
}

/** A page may declare anything as its language. */
function isLanguage(language: string | undefined): language is string {
  try {
    return language !== undefined && Intl.getCanonicalLocales(language).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** What hosts add to the names of sites. */
const BRAND_ENDS = ["", "news", "tv"];

/** The name of a site in its host: "post" of sport.post.example. */
function brandOf(host: string | undefined): string {
  return (host === undefined ? undefined : ownDomain(`https://${host}/`))?.split(".")[0] ?? "";
}

/** A name without the site's own name, articles, and words for news or all of it: "Post sport", "Health news", "Le style". */
function withoutFrame(
  words: readonly string[],
  names: ReadonlyMap<string, string>,
  host: string | undefined,
): readonly string[] {
  const brand = brandOf(host);
  const isBrand = (word: string): boolean => BRAND_ENDS.some((end) => brand === `${word}${end}`);
  const isFrame = (word: string): boolean =>
    ARTICLES.has(word) || GENERAL.has(word) || names.get(word) === "news" || isBrand(word);
  let from = 0;
  let to = words.length;
  for (const count of [2, 3])
    if (words.length > count && words.slice(0, count).join("") === brand) from = count;
  while (from < to - 1 && (isFrame(words[from]!) || LEADS.has(words[from]!))) from++;
  while (to - 1 > from && (isFrame(words[to - 1]!) || HOLDERS.has(words[to - 1]!))) to--;
  return words.slice(from, to);
}

/** Sections that are no news for the most part, so that their news are a part of them. */
const WITHOUT_NEWS = new Set(["travel", "technology", "fashion", "games", "style", "weather"]);

/** What a name means with the words that were left out of it. */
function inFrame(
  concept: string | undefined,
  frame: {
    readonly words: readonly string[];
    readonly bare: readonly string[];
    readonly names: ReadonlyMap<string, string>;
    readonly host: string | undefined;
  },
): string | undefined {
  const { words, bare, names, host } = frame;
  const isOfNews = names.get(words[0]!) === "news" && bare[0] !== words[0];
  // "News blogs" are the blogs of one desk.
  if (isOfNews && concept !== undefined && FORMATS.has(concept)) return undefined;
  // "Travel news" stand beside guides to places, reviews or tests.
  if (names.get(words.at(-1)!) === "news" && concept !== undefined && WITHOUT_NEWS.has(concept))
    return undefined;
  // "Post TV" is what the Post films.
  return concept === "tv" && isOfBrand(words, host) ? "video" : concept;
}

function isOfBrand(words: readonly string[], host: string | undefined): boolean {
  const brand = brandOf(host);
  return words.some((_, at) => BRAND_ENDS.some((end) => words.slice(0, at).join("") + end === brand));
}

/** Events that are a section again in each of their years. */
const YEARLY = new Set(["elections", "olympics"]);

function eventOf(
  words: readonly string[],
  find: (words: readonly string[]) => string | undefined,
): string | undefined {
  const concept = words.some((word) => YEAR.test(word))
    ? find(words.filter((word) => !YEAR.test(word)))
    : undefined;
  return concept !== undefined && YEARLY.has(concept) ? concept : undefined;
}

/** The names that a name is joined from: "Travel & Tourism"; none if it is joined from fewer than two. */
function partsOf(text: string, words: readonly string[]): readonly (readonly string[])[] {
  const pieces = text.split(/[&+/,|·・]/u).map((piece) => labelWords(foldSpaces(piece)));
  const parts = pieces.length > 1 ? pieces : splitAtJoiners(words);
  const named = parts.filter((part) => part.some((word) => !ARTICLES.has(word)));
  return named.length > 1 ? named : [];
}

function splitAtJoiners(words: readonly string[]): readonly string[][] {
  const parts: string[][] = [[]];
  for (const word of words)
    if (JOINERS.has(word)) parts.push([]);
    else parts.at(-1)!.push(word);
  return parts;
}

/** Common sections that are parts of others: "Business & Money" is business. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  business: ["money", "finance", "markets", "stocks", "companies", "banking", "trade"],
  cars: ["mobility", "motorsport", "transport", "motorcycling"],
  crime: ["justice", "incidents"],
  culture: ["art"],
  education: ["universities"],
  environment: ["nature", "climate", "animals"],
  family: ["relationships", "children"],
  food: ["recipes", "restaurants"],
  lifestyle: ["leisure"],
  health: ["medicine", "psychology"],
  opinion: ["columns", "editorials", "letters", "analysis", "blogs"],
  politics: ["elections", "analysis"],
  "real estate": ["home and garden"],
  science: ["space"],
  technology: ["internet"],
  travel: ["leisure"],
  tv: ["series"],
};

/** The one of several sections that all others are, or are parts of. */
function sharedBy(concepts: readonly (string | undefined)[]): string | undefined {
  if (concepts.length < 2) return undefined;
  return concepts.find(
    (whole) =>
      whole !== undefined &&
      concepts.every((each) => each === whole || (each !== undefined && PARTS[whole]?.includes(each))),
  );
}

function withoutMarks(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
}

/** Shorter names without their diacritics are words of other languages: "my" is not the Vietnamese for America. */
const MIN_BARE_LETTERS = 4;
function readNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const [concept, list] of Object.entries(SECTION_NAMES)) {
    for (const key of new Set(list.split("|").map(labelKey))) {
      if (found.has(key)) ambiguous.add(key);
      found.set(key, concept);
    }
  }
  // Addresses and capitals often lack diacritics.
  for (const [key, concept] of [...found]) {
    const bare = withoutMarks(key);
    if (bare.length < MIN_BARE_LETTERS) continue;
    if (found.has(bare) && found.get(bare) !== concept && bare !== key) continue;
    found.set(bare, concept);
  }
  // A word that names different sections in two languages names neither.
  for (const key of ambiguous) found.delete(key);
  return found;
}

/** The names of countries in a language, long and short; pages without a language are read as English. */
function readPlaces(language: string): ReadonlyMap<string, string> {
  const code = language === "" ? "en" : language;
  if (!isLanguage(code)) return new Map();
  const scripts = code === "zh" ? ["zh-Hans", "zh-Hant"] : [code];
  const names = scripts.flatMap((script) =>
    (["long", "short"] as const).map((style) => new Intl.DisplayNames([script], { type: "region", style })),
  );
  const found = new Map<string, string>();
  for (const place of PLACES)
    for (const name of names) found.set(labelKey(name.of(place) ?? ""), `place ${place}`);
  return code === "en" ? found.set("u s", "place US").set("u k", "place GB") : found;
}
