import {
  endsInConsonant,
  findRegions,
  isVowelAt,
  markConsonants,
  type Regions,
  VOWELS,
} from "./french-letters.ts";
import { SuffixTable } from "./suffix-table.ts";

/**
 * The French stemmer of Snowball, written from its published description: the package's own makes many calls for every
 * letter. I, U and Y in capitals are consonants, as in the description.
 */

const MARKED = /[IUY]/;
const KEPT_WITH_S = "aiouès";
const DOUBLED = ["enn", "onn", "ett", "ell", "eill"];
const UNACCENTED = new RegExp(`[éè](?=[^${VOWELS}]+$)`);

/** What is left of a word whose suffix was taken off; undefined where the suffix stays. */
type Rule = (stem: string, regions: Regions) => string | undefined;

/** Step 1; behind adverbs the endings of verbs are sought all the same. */
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
