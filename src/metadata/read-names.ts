import { headlineKey, plainText } from "../page/index.ts";
import { foldSpaces, rememberWords } from "../text/index.ts";

/** Words before a name. */
const BY =
  /^(?:(?:written|posted|story|text|words|reported|published|écrit|escrito)\s+)?(?:by|von|par|por|af|av|door|author|authors|autor|autorin|auteur|autore|autoři|penulis|yazar)(?:\s*:\s*|\s+)/i;
/** Whether a text begins as a byline does. */
export const STARTS_WITH_BY: { test(text: string): boolean } = BY;
const BETWEEN_NAMES = /\s*[,;|/、，；،]\s*|\s+(?:and|und|et|y|og|och|en|&|with|mit|avec)\s+/i;
const BETWEEN_NAMES_KEPT_LAST_FIRST = /\s*[;|]\s*/;
/** Degrees and generations, which follow a comma. */
const NOT_A_NAME =
  /^(?:ph\.?\s?d|m\.?d|r\.?n|r\.?d|d\.?o|m\.?s|m\.?a|m\.?b\.?a|m\.?sc|b\.?sc|j\.?d|esq|cpa|jr|sr|ii|iii|iv|dds|dvm|mph|pharmd|msw|lcsw|cfp|cfa|cepf®?|fand|rdn|ldn|facs|cpt|cscs|edd|dpt|np)\.?$/i;
const ADDRESS = /https?:|www\.|@|\.(?:com|org|net|html?)\b/i;
const LETTER = /\p{L}/u;

/** Longer texts are sentences, biographies or lists gone wrong. */
const MAX_NAME_CHARACTERS = 80;
const MAX_NAMES = 50;

/** What programs write if nobody signed. */
const NOBODY: ReadonlySet<string> = new Set(
  "admin administrator anonymous author na none null root undefined unknown user webmaster".split(" "),
);
/** "Reporter" after a name, in Korean and Chinese. */
const SUFFIX = /\s*(?:기자|記者|记者)$/;
/** A user name in place of the name; a short ending is that of a site. */
const HANDLE = /^[a-z]+(?:-[a-z]+)+$|^[a-z.]+\.[a-z]{4,}$/;

/** Credits, addresses and agencies are in brackets, but so are nicknames and maiden names. */
const BRACKETS = /\(([^()]*)\)/g;
const CREDIT = /[:/.]/;
/** An e-mail address, or a user name. */
const HANDLE_AT = /\S*@\S*/g;

/** News agencies, as `headlineKey` folds their names; they are authors only if no person is named. */
const AGENCIES: ReadonlySet<string> = new Set(
  "aap afp agencefrancepresse agences agencies agenturen agenzia anadoluagency anadoluajansı anp ansa antara ap apa associatedpress belga bernama canadianpress ctk dpa efe epd europapress ians interfax jijipress keystonesda kna kyodo kyodonews lusa mti ntb pamedia pap pressassociation pti reuters ritzau sda sid tass tasr theassociatedpress thecanadianpress tt upi xinhua yonhap čtk".split(
    " ",
  ),
);

/** Whether a name is a news agency's. */
export function isAgency(name: string): boolean {
  return AGENCIES.has(headlineKey(name));
}

const COMPANY = /\b(?:inc|ltd|llc|gmbh|ag|corp|a\.s|s\.r\.o)\.?$/i;

/** The names in what a page states as its author: "By A and B" is two, an address is none. Cached, since authors recur. */
export const readNames: (stated: string) => readonly string[] = rememberWords((stated) => {
  const list = withoutBy(withoutCredits(plainText(stated)));
  // Before the split, which would cut a profile's address into words.
  if (COMPANY.test(list) || (ADDRESS.test(list) && !/\s/.test(list))) return [];
  const parts = list
    .split(BETWEEN_NAMES)
    .slice(0, MAX_NAMES)
    .filter((part) => !OTHER_WORK.test(part));
  const names = parts.map((part) => withoutJob(withoutBy(part))).filter(isName);
  const people = names.filter((name) => !isJob(name));
  return people.length > 0 ? people : names;
});

/** Work on an article other than writing it. */
const OTHER_WORK =
  /^(?:updated|edited|reviewed|produced|fact[- ]checked|photos?|photographed|translated|illustrated|video)\s+by\s/i;

/** Words before a job; a name does not begin with one. */
const JOB_RANK: ReadonlySet<string> = new Set(
  "assistant associate business chief contributing copy deputy digital executive features foreign freelance guest lead managing national news political science senior special sports staff technology".split(
    " ",
  ),
);

/** "Ann Lee Senior Sports Reporter" is Ann Lee. */
function withoutJob(text: string): string {
  const parts = text.split(" ");
  if (!isJob(parts.at(-1)!)) return text;
  const rank = parts.findIndex((part) => JOB_RANK.has(part.toLowerCase()));
  const name = parts.slice(0, rank).join(" ");
  return rank >= 2 && isPersonName(name) ? name : text;
}

function withoutCredits(text: string): string {
  if (!text.includes("@") && !text.includes("(")) return foldSpaces(text);
  const named = text
    .replace(HANDLE_AT, " ")
    .replace(BRACKETS, (whole, inside) => (CREDIT.test(inside) || isAgency(inside) ? " " : whole));
  // Feeds state the address first and the name in brackets.
  return foldSpaces(named).replace(/^\(([^()]*)\)$/, "$1");
}

const PARTICLE =
  /^(?:al|ap|bin|da|das|de|del|della|den|der|di|dos|du|e|el|ibn|la|le|of|ten|ter|van|von|y|zu)$/;
/** A capitalised word, or one in a script without capitals, from Hebrew to Thai. */
const NAME_WORD =
  /^(?:\p{Lu}[\p{L}\p{M}.'’-]*|(?:d|l|O)['’]\p{Lu}[\p{L}\p{M}-]*|[\u05d0-\u06ff\u0900-\u0e7f]+)$/u;
const EAST_ASIAN_NAME =
  /^(?:\p{Script=Han}{2,5}|\p{Script=Hangul}{2,5}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}・\s]{3,12})$/u;
/** Words that begin buttons and labels, not names. */
const LABEL =
  /^(?:about|all|buy|by|contact|email|follow|home|image|last|latest|more|news|photo|posted|published|read|see|share|sign|source|staff|story|subscribe|the|updated|view|written|your|mehr|alle|lire|voir)\b/i;

/** Whether a text begins as buttons and links do, or points on. */
export function isLabel(text: string): boolean {
  return LABEL.test(text) || /[»›>…]$/.test(text);
}

/** Whether any text of a page looks like a person's name. */
export function isPersonName(text: string): boolean {
  if (EAST_ASIAN_NAME.test(text)) return true;
  const parts = text.split(" ");
  if (parts.length < 2 || parts.length > 5) return false;
  // Most texts fail here, before the longer patterns.
  if (!NAME_WORD.test(parts[0]!) || !NAME_WORD.test(parts.at(-1)!)) return false;
  if (LABEL.test(text) || isJob(text)) return false;
  return parts.every((part) => NAME_WORD.test(part) || PARTICLE.test(part));
}

const INITIALS = /^\p{Lu}{2,5}$/u;

/** Whether the text of a byline is a person's name or initials. */
export function isSignature(text: string): boolean {
  return isPersonName(text) || INITIALS.test(text);
}

/** The name of an organisation, which can contain an "and". */
export function readOrganisationName(stated: string): readonly string[] {
  const name = withoutBy(plainText(stated));
  return isName(name) ? [name] : [];
}

/** The names in a list with the family name first, as in libraries: "Doe, Jane". */
export function readLibraryNames(stated: string): readonly string[] {
  return plainText(stated)
    .split(BETWEEN_NAMES_KEPT_LAST_FIRST)
    .slice(0, MAX_NAMES)
    .map((name) => name.replace(/^([^,]+),\s*([^,]+)$/, "$2 $1"))
    .filter(isName);
}

/** The names without repeats and without `leftOut`, in order; undefined if none is left. */
export function distinctNames(
  names: readonly string[],
  leftOut: readonly string[],
): readonly string[] | undefined {
  if (names.length === 0) return undefined;
  const seen = new Set<string>();
  for (const name of leftOut) {
    // Some sites state their name as "The Paper (www.paper.example)".
    seen.add(headlineKey(name)).add(headlineKey(withoutCredits(name)));
  }
  const kept: string[] = [];
  for (const name of names) {
    const key = headlineKey(name);
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(name);
  }
  return kept.length > 0 ? kept.slice(0, MAX_NAMES) : undefined;
}

function withoutBy(text: string): string {
  return text.replace(BY, "").replace(SUFFIX, "").replace(/^"|"$/g, "").trim();
}

function isName(text: string): boolean {
  return (
    text.length <= MAX_NAME_CHARACTERS &&
    LETTER.test(text) &&
    // A colon makes it a label ("Image: …") or an address of some scheme.
    !text.includes(":") &&
    !ADDRESS.test(text) &&
    !NOT_A_NAME.test(text) &&
    !HANDLE.test(text) &&
    !NOBODY.has(headlineKey(text))
  );
}

/** A byline up to its date or section: "Ann Lee · 3 May", "By Ann Lee in Sport"; but Mark, Jane and April are names. */
export function untilDetails(text: string): string {
  return text.replace(
    /\s*(?:[|·•●(]|\s[–—-]\s|\d|,?\s+(?:in|on|at|updated|published)\s|,?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s*\d).*$/i,
    "",
  );
}

/** Words for jobs and credits, which follow a name. */
const JOBS: ReadonlySet<string> = new Set(
  "agences agencies agency analyst attorney bureau ceo cfo columnist consultant contributor contributors coordinator cto director editor editors envoyé envoyée expert founder getty image images magazine manager officer producer production professor researcher shutterstock specialist staff strategist writer writers".split(
    " ",
  ),
);
/** Stems of such words in several languages. */
const JOB_STEM =
  /^(?:correspond|illustrat|photograph|rédact|[fp]h?otos?$)|journalist|korrespondent|redac[ct]|redakt|reporter/;
const HEAD_OF = /(?<!\p{L})head of(?!\p{L})/iu;
const BETWEEN_WORDS = /\P{L}+/u;

/** Whether a text contains a job or a credit. Word by word, since one pattern of all takes long to compile. */
export function isJob(text: string): boolean {
  const words = text.split(BETWEEN_WORDS).map((word) => word.toLowerCase());
  return (
    words.some((word) => JOBS.has(word) || JOB_STEM.test(word)) ||
    (words.includes("head") && HEAD_OF.test(text))
  );
}
