import {
  headlineKey,
  isSiteName,
  MAX_LABEL_WORDS,
  type Page,
  sectionKeys,
  siteNames,
} from "../../page/index.ts";
import { words } from "../../text/index.ts";
import type { RelevanceOptions } from "./options.ts";

/** What parts a headline from the names of its site and section. */
const SEPARATOR = /\s+[|\-–—»«·•›/~:]+\s+|\s*[|»｜]\s*/;
/** Shorter keys, a word or less, are part of a longer one by chance. */
const MIN_KEY = 8;

/**
 * The page's own best title, for pages that were collected without one: a heading that the head repeats, else what the
 * head states. With `names`, names of site and section are no title.
 */
export function ownTitle(page: Page, { names }: Pick<RelevanceOptions, "names">): string | undefined {
  const site = names ? new SiteWords(page) : undefined;
  const headings = textsOf(page, (source) => source === "h1");
  // What is stated for machines has the site's name less often than the `title` element.
  const stated = [
    ...textsOf(page, (source) => source !== "h1" && source !== "title"),
    ...textsOf(page, (source) => source === "title"),
  ];
  const heading = agreed(headings, stated, site);
  if (heading !== undefined) return (site && besideColumn(heading, stated, site)) ?? heading;
  for (const text of stated) {
    const piece = headlinePiece(text, site);
    if (piece !== "") return piece;
  }
  return headings.find((text) => !site?.isName(text));
}

function textsOf(
  { titleCandidates }: Page,
  isWanted: (source: Page["titleCandidates"][number]["source"]) => boolean,
): readonly string[] {
  return titleCandidates.filter(({ source }) => isWanted(source)).map(({ text }) => text);
}

/** The longest heading that is stated and no name. */
function agreed(
  headings: readonly string[],
  stated: readonly string[],
  site: SiteWords | undefined,
): string | undefined {
  const keys = stated.map(headlineKey);
  let longest: string | undefined;
  for (const text of headings) {
    if (text.length <= (longest?.length ?? 0)) continue;
    const key = headlineKey(text);
    const isStated = key.length >= MIN_KEY && keys.some((other) => other.includes(key));
    if (isStated && !site?.isName(text)) longest = text;
  }
  return longest;
}

/** The headline beside a heading that is only the name of a column or of a site that names itself nowhere else. */
function besideColumn(heading: string, stated: readonly string[], site: SiteWords): string | undefined {
  if (!isLabel(heading)) return undefined;
  const key = headlineKey(heading);
  const whole = stated.find((text) => headlineKey(text).includes(key)) ?? "";
  if (stated.some((text) => headlineKey(text) === key)) return undefined;
  const headline = headlinePiece(whole, site);
  return isLabel(headline) || headlineKey(headline).includes(key) ? undefined : headline;
}

/** The longest piece of a stated title that is no name; one that mentions the site only where no other is long enough. */
function headlinePiece(stated: string, site: SiteWords | undefined): string {
  const pieces = stated.split(SEPARATOR).filter((piece) => !site?.isName(piece));
  const unsigned = site === undefined ? pieces : pieces.filter((piece) => !site.isMentionedIn(piece));
  const isEnough = unsigned.some((piece) => !isLabel(piece));
  return (isEnough ? unsigned : pieces).reduce(
    (long, piece) => (piece.length > long.length ? piece : long),
    "",
  );
}

/** A part of a headline that is the headline is at least this much of it. */
const MIN_SHARE = 0.5;

/** Whether two texts are one title, as a whole or but for a kicker, a site's name or the like around one of them. */
export function isSameTitle(one: string, other: string): boolean {
  const [short, long] = [headlineKey(one), headlineKey(other)].sort((a, b) => a.length - b.length);
  return short !== "" && long!.includes(short!) && short!.length >= long!.length * MIN_SHARE;
}

/** Three words are no longer than this in any language; cutting words takes longer than the rest. */
const MAX_LABEL_LENGTH = 100;

function isLabel(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && words(text).length <= MAX_LABEL_WORDS;
}

/** Shorter names of sites are parts of other words. */
const MIN_MENTION = 6;

/** The names of a page's site and sections; the latter are only read where a text is as short as they are. */
class SiteWords {
  readonly #page: Page;
  readonly #siteKeys: readonly string[];
  #sections: ReadonlySet<string> | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#siteKeys = siteNames(page).map(headlineKey);
  }

  /** Whether a text is the name of the site or of a section, and nothing else. */
  isName(text: string): boolean {
    if (isSiteName(text, this.#siteKeys)) return true;
    if (!isLabel(text)) return false;
    this.#sections ??= sectionKeys(this.#page);
    return this.#sections.has(headlineKey(text));
  }

  isMentionedIn(text: string): boolean {
    const key = headlineKey(text);
    return this.#siteKeys.some((name) => name.length >= MIN_MENTION && key.includes(name));
  }
}
