/**
 * Snowball's French stemmer, written from its published description: I, U and Y in capitals are consonants, as there. With the
 * package's own, which makes many calls per letter, fused takes a quarter longer on French pages that it has not seen (60 pages, 2026-11-17).
 */

const MARKED = /[IUY]/;
const KEPT_WITH_S = "aiouès";
const DOUBLED = ["enn", "onn", "ett", "ell", "eill"];

/** The vowels of French words. */
const VOWELS = "aeiouyâàëéêèïîôûù";

const UNACCENTED = new RegExp(`[éè](?=[^${VOWELS}]+$)`);

/** What is left of a word whose suffix was cut; undefined if the suffix stays. */
type Rule = (stem: string, regions: Regions) => string | undefined;

/** The suffixes of one step of a stemmer. */
export class SuffixTable<Rule> {
  /** By the last letter, the longest first. */
  readonly #byLast = new Map<number, SuffixRule<Rule>[]>();

  /** Each row has suffixes with spaces between, and their rule. */
  constructor(rows: readonly (readonly [suffixes: string, rule: Rule])[]) {
    const rules = rows.flatMap(([suffixes, rule]) => suffixes.split(" ").map((suffix) => ({ suffix, rule })));
    for (const row of rules.toSorted((a, b) => b.suffix.length - a.suffix.length)) {
      const last = row.suffix.charCodeAt(row.suffix.length - 1);
      this.#byLast.set(last, [...(this.#byLast.get(last) ?? []), row]);
    }
  }

  /** The longest suffix that a word ends in and that begins at or after a position. */
  longest(word: string, from: number): SuffixRule<Rule> | undefined {
    const found = this.#byLast.get(word.charCodeAt(word.length - 1));
    return found?.find(({ suffix }) => word.length - suffix.length >= from && word.endsWith(suffix));
  }
}

/** Step 1; after adverbs the verb endings are tried as well. */
const STANDARD = new SuffixTable<{ readonly cut: Rule; readonly isAdverb: boolean }>([
  ["ance iqUe isme able iste eux ances iqUes ismes ables istes", noun(inR2((stem) => stem))],
  ["atrice ateur ation atrices ateurs ations", noun(inR2(withoutIc))],
  ["logie logies", noun(inR2((stem) => `${stem}log`))],
  ["usion ution usions utions", noun(inR2((stem) => `${stem}u`))],
  ["ence ences", noun(inR2((stem) => `${stem}ent`))],
  [
    "ement ements",
    noun((stem, regions) => (stem.length >= regions.rv ? beforeEment(stem, regions) : undefined)),
  ],
  ["ité ités", noun(inR2(beforeIte))],
  ["if ive ifs ives", noun(inR2((stem, regions) => beforeIf(stem, regions)))],
  ["eaux", noun((stem) => `${stem}eau`)],
  ["aux", noun((stem, { r1 }) => (stem.length >= r1 ? `${stem}al` : undefined))],
  ["euse euses", noun(eux)],
  [
    "issement issements",
    noun((stem, { r1 }) => (stem.length >= r1 && endsInConsonant(stem) ? stem : undefined)),
  ],
  ["amment", adverb((stem, { rv }) => (stem.length >= rv ? `${stem}ant` : undefined))],
  ["emment", adverb((stem, { rv }) => (stem.length >= rv ? `${stem}ent` : undefined))],
  [
    "ment ments",
    adverb((stem, { rv }) => (stem.length > rv && isVowelAt(stem, stem.length - 1) ? stem : undefined)),
  ],
]);

/** Step 2a: endings of verbs in -ir. */
const I_VERBS = new SuffixTable<undefined>([
  [
    "îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront is",
    undefined,
  ],
  [
    "issaIent issais issait issant issante issantes issants isse issent isses issez issiez issions",
    undefined,
  ],
  ["issons it", undefined],
]);

/** Step 2b: those of other verbs. */
const VERBS = new SuffixTable<Rule>([
  ["ions", inR2((stem) => stem)],
  [
    "é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez",
    (stem) => stem,
  ],
  ["âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses assiez assions", withoutE],
]);

/** Step 4. */
const RESIDUAL = new SuffixTable<Rule>([
  [
    "ion",
    (stem, { rv, r2 }) => (stem.length >= r2 && stem.length > rv && /[st]$/.test(stem) ? stem : undefined),
  ],
  ["ier ière Ier Ière", (stem) => `${stem}i`],
  ["e", (stem) => stem],
  ["ë", (stem, { rv }) => (stem.length >= rv + 2 && stem.endsWith("gu") ? stem : undefined)],
]);

/** The stem of a French word in lower case. */
export function stemFrench(word: string): string {
  const marked = markConsonants(word);
  const stem = unaccent(undouble(cutSuffix(marked, findRegions(marked))));
  return MARKED.test(stem) ? stem.replace(/[IUY]/g, (letter) => letter.toLowerCase()) : stem;
}

function cutSuffix(word: string, regions: Regions): string {
  const standard = STANDARD.longest(word, 0);
  const cut = standard?.rule.cut(word.slice(0, word.length - standard.suffix.length), regions);
  const isNoun = cut !== undefined && standard?.rule.isAdverb === false;
  const left = cut ?? word;
  const changed = isNoun ? cut : (cutIVerb(left, regions) ?? cutVerb(left, regions));
  if (changed === undefined) return cutResidual(left, regions);
  if (changed.endsWith("Y")) return `${changed.slice(0, -1)}i`;
  return changed.endsWith("ç") ? `${changed.slice(0, -1)}c` : changed;
}

function cutIVerb(word: string, { rv }: Regions): string | undefined {
  const found = I_VERBS.longest(word, rv);
  const stem = word.slice(0, word.length - (found?.suffix.length ?? 0));
  return found !== undefined && stem.length > rv && endsInConsonant(stem) ? stem : undefined;
}

function cutVerb(word: string, regions: Regions): string | undefined {
  const found = VERBS.longest(word, regions.rv);
  return found?.rule(word.slice(0, word.length - found.suffix.length), regions);
}

function cutResidual(word: string, regions: Regions): string {
  const losesS = word.endsWith("s") && word.length > 1 && !KEPT_WITH_S.includes(word.at(-2)!);
  const left = losesS ? word.slice(0, -1) : word;
  const found = RESIDUAL.longest(left, regions.rv);
  return found?.rule(left.slice(0, left.length - found.suffix.length), regions) ?? left;
}

function undouble(word: string): string {
  return DOUBLED.some((end) => word.endsWith(end)) ? word.slice(0, -1) : word;
}

function unaccent(word: string): string {
  return word.includes("é") || word.includes("è") ? word.replace(UNACCENTED, "e") : word;
}

function beforeEment(stem: string, regions: Regions): string {
  const { rv, r2 } = regions;
  if (stem.endsWith("iv")) return stem.length - 2 >= r2 ? withoutIn(stem.slice(0, -2), "at", r2) : stem;
  if (stem.endsWith("eus")) return eux(stem.slice(0, -3), regions) ?? stem;
  if (stem.endsWith("abl") || stem.endsWith("iqU")) return stem.length - 3 >= r2 ? stem.slice(0, -3) : stem;
  if (/[iI]èr$/.test(stem)) return stem.length - 3 >= rv ? `${stem.slice(0, -3)}i` : stem;
  return stem;
}

function beforeIte(stem: string, regions: Regions): string {
  if (stem.endsWith("abil"))
    return stem.length - 4 >= regions.r2 ? stem.slice(0, -4) : `${stem.slice(0, -4)}abl`;
  return stem.endsWith("ic") ? withoutIc(stem, regions) : withoutIn(stem, "iv", regions.r2);
}

function beforeIf(stem: string, regions: Regions): string {
  const left = withoutIn(stem, "at", regions.r2);
  return left === stem ? stem : withoutIc(left, regions);
}

function withoutIc(stem: string, { r2 }: Regions): string {
  if (!stem.endsWith("ic")) return stem;
  return stem.length - 2 >= r2 ? stem.slice(0, -2) : `${stem.slice(0, -2)}iqU`;
}

function withoutIn(stem: string, end: string, from: number): string {
  const start = stem.length - end.length;
  return stem.endsWith(end) && start >= from ? stem.slice(0, start) : stem;
}

function withoutE(stem: string, { rv }: Regions): string {
  return withoutIn(stem, "e", rv);
}

function eux(stem: string, { r1, r2 }: Regions): string | undefined {
  if (stem.length >= r2) return stem;
  return stem.length >= r1 ? `${stem}eux` : undefined;
}

function inR2(cut: Rule): Rule {
  return (stem, regions) => (stem.length >= regions.r2 ? cut(stem, regions) : undefined);
}

function noun(cut: Rule): { readonly cut: Rule; readonly isAdverb: boolean } {
  return { cut, isAdverb: false };
}

function adverb(cut: Rule): { readonly cut: Rule; readonly isAdverb: boolean } {
  return { cut, isAdverb: true };
}

/** 1 for the vowels among the units of Latin-1; beyond it there are none. */
const IS_VOWEL = Uint8Array.from({ length: 0x100 }, (_, unit) =>
  Number(VOWELS.includes(String.fromCharCode(unit))),
);
/** In words that begin like this, RV starts after these letters. */
const BEGINNINGS = ["par", "col", "tap"];
const [SMALL_I, SMALL_Q, SMALL_U, SMALL_Y] = Uint8Array.from("iquy", (letter) => letter.charCodeAt(0));

/** Where the regions begin that suffixes must be in. */
interface Regions {
  readonly rv: number;
  readonly r1: number;
  readonly r2: number;
}

/** Letters used as consonants become capitals, from left to right: u and i between vowels, y next to one, u after q. */
function markConsonants(word: string): string {
  let marked = word;
  const mark = (at: number) => {
    marked = marked.slice(0, at) + marked.charAt(at).toUpperCase() + marked.slice(at + 1);
  };
  for (let at = 0; at + 1 < word.length; at++) {
    const next = marked.charCodeAt(at + 1);
    if (isVowelAt(marked, at)) {
      const isBetween = (next === SMALL_U || next === SMALL_I) && isVowelAt(marked, at + 2);
      if (next === SMALL_Y || isBetween) mark(at + 1);
      else if (marked.charCodeAt(at) === SMALL_Y && isVowelAt(marked, at + 1)) mark(at);
    } else if (next === SMALL_U && marked.charCodeAt(at) === SMALL_Q) mark(at + 1);
  }
  return marked;
}

/** The regions of a word whose consonants are marked. */
function findRegions(word: string): Regions {
  const r1 = afterSyllable(word, 0);
  return { rv: findRv(word), r1, r2: afterSyllable(word, r1) };
}

/** After the first consonant that follows a vowel. */
function afterSyllable(word: string, from: number): number {
  let at = from;
  while (at < word.length && !isVowelAt(word, at)) at++;
  while (at < word.length && isVowelAt(word, at)) at++;
  return Math.min(at + 1, word.length);
}

function findRv(word: string): number {
  const beginsWithTwo = word.length > 2 && isVowelAt(word, 0) && isVowelAt(word, 1);
  if (beginsWithTwo || BEGINNINGS.includes(word.slice(0, 3))) return 3;
  let at = 1;
  while (at < word.length && !isVowelAt(word, at)) at++;
  return Math.min(at + 1, word.length);
}

/** Whether the last letter is a consonant. */
function endsInConsonant(stem: string): boolean {
  return stem !== "" && !isVowelAt(stem, stem.length - 1);
}

/** Whether the letter at a position is a vowel; false beyond the end. */
function isVowelAt(word: string, at: number): boolean {
  const unit = word.charCodeAt(at);
  return unit < IS_VOWEL.length && IS_VOWEL[unit] === 1;
}

/** A suffix and the rule for words that end in it. */
interface SuffixRule<Rule> {
  readonly suffix: string;
  readonly rule: Rule;
}
