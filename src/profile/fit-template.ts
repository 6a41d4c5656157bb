import type { ProfileFit } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import {
  type ArticleTemplate,
  leafWords,
  PATH_STEPS,
  type Page,
  type SiteProfile,
  TEMPLATE_ROLES,
  TEXT_LEAF,
  type TemplatePath,
  type TemplateRole,
} from "../page/index.ts";
import { type FoundPaths, NO_PATH, PathTree } from "./places.ts";

/** The share of a template's body that a page must have places for; with less, the page has another template. */
const MIN_FIT = 0.5;
/** The share of a page's prose that must be in these places; low, since comments can be longer than a story. */
const MIN_COVERAGE = 0.15;
/** Missing places that are named as evidence. */
const MAX_MISSING = 5;
/** A path that the template lacks is body too if most of its neighbours are: a list in one article of many. */
const MIN_BODY_SHARE = 0.8;
/** A block with this many words outside of links is prose; captions, dates and names are shorter. */
const MIN_PROSE_WORDS = 12;

/** A template applied to a page. */
export interface TemplateFit {
  readonly opened: OpenTemplate;
  readonly paths: FoundPaths;
  readonly evidence: ProfileFit;
}

/** A profile is used for many pages, and its templates are opened once. */
const openedOf = new WeakMap<SiteProfile, readonly OpenTemplate[]>();

/** The fit of the profile's template that fits a page best; undefined if the profile has none. */
export function fitTemplate(page: Page, profile: SiteProfile): TemplateFit | undefined {
  let opened = openedOf.get(profile);
  if (opened === undefined) {
    opened = profile.templates.map(openTemplate);
    openedOf.set(profile, opened);
  }
  const prose = findProseLeaves(page);
  let best: TemplateFit | undefined;
  // Paths with classes are more specific; those of names alone are only tried if the former do not fit.
  for (const steps of PATH_STEPS) {
    for (const one of opened.filter(({ template }) => template.steps === steps)) {
      const fit = applyTemplate(one, { page, prose, profile });
      if (best === undefined || rank(fit) > rank(best)) best = fit;
    }
    if (best !== undefined && !best.evidence.isStale) return best;
  }
  return best;
}

/** How a page fits a profile; undefined if the profile has no template. */
export function fitProfile(page: Page, profile: SiteProfile): ProfileFit | undefined {
  return fitTemplate(page, profile)?.evidence;
}

/** By leaf: the role of its place in the template that fits the page; undefined if the template does not have it, or none fits. */
export function templateRoles(page: Page, profile: SiteProfile): readonly (TemplateRole | undefined)[] {
  const fit = fitTemplate(page, profile);
  if (fit === undefined || fit.evidence.isStale) return Array.from({ length: page.leaves.count });
  return Array.from(page.leaves.node, (node) => fit.opened.roles.get(fit.paths.whole[node]!));
}

/** Templates that fit come before those that do not. */
function rank({ evidence }: TemplateFit): number {
  return evidence.share - Number(evidence.isStale);
}

interface FittedPage {
  readonly page: Page;
  readonly prose: ProseLeaves;
  readonly profile: SiteProfile;
}

function applyTemplate(opened: OpenTemplate, fitted: FittedPage): TemplateFit {
  const { site, made } = fitted.profile;
  const paths = opened.tree.findPage(fitted.page.document);
  const held = pathsWithText(fitted.page, paths.whole);
  let [all, found] = [0, 0];
  const missing: string[] = [];
  for (const { path, place, weight } of opened.body) {
    all += weight;
    if (held.has(path)) found += weight;
    else missing.push(place.path);
  }
  const share = all === 0 ? 0 : found / all;
  const coverage = coverageOf(fitted, (node) => opened.roles.get(paths.whole[node]!) === "body");
  const evidence = {
    site,
    made,
    share,
    coverage,
    isStale: share < MIN_FIT || coverage < MIN_COVERAGE,
    places: opened.body.length,
    missing: missing.slice(0, MAX_MISSING),
  };
  return { opened, paths, evidence };
}

/** The share of a page's prose that is under some of its nodes; 1 if it has no prose. */
function coverageOf({ page, prose }: FittedPage, isCovered: (node: number) => boolean): number {
  const { words, isProse } = prose;
  let [all, covered] = [0, 0];
  for (let leaf = 0; leaf < words.length; leaf++) {
    const own = words[leaf]! * isProse[leaf]!;
    all += own;
    if (own > 0 && isCovered(page.leaves.node[leaf]!)) covered += own;
  }
  return all === 0 ? 1 : covered / all;
}

function pathsWithText({ leaves }: Page, paths: Int32Array): ReadonlySet<number> {
  const held = new Set<number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] === TEXT_LEAF && leaves.visible[leaf] === 1) held.add(paths[leaves.node[leaf]!]!);
  }
  return held;
}

/** By leaf: its visible words, and whether its block is prose: enough words outside of links, and fewer in them. */
interface ProseLeaves {
  readonly words: Int32Array;
  readonly isProse: Uint8Array;
}

/** Separates the prose of a page from its menus, captions and names. */
export function findProseLeaves(page: Page): ProseLeaves {
  const { blocks, leaves } = page;
  const words = new Int32Array(leaves.count);
  const isProse = new Uint8Array(leaves.count);
  for (let block = 0; block < blocks.count; block++) {
    const [from, to] = [blocks.firstLeaf[block]!, blocks.firstLeaf[block + 1]!];
    let [plain, linked] = [0, 0];
    for (let leaf = from; leaf < to; leaf++) {
      words[leaf] = leaves.visible[leaf] === 1 ? leafWords(page, leaf) : 0;
      if (leaves.anchor[leaf]! < 0) plain += words[leaf]!;
      else linked += words[leaf]!;
    }
    if (plain >= MIN_PROSE_WORDS && plain > linked) isProse.fill(1, from, to);
  }
  return { words, isProse };
}

/** A place of a template, and the words that all mined articles have there. */
interface WeighedPlace {
  readonly path: number;
  readonly place: TemplatePath;
  readonly weight: number;
}

/** A template that is ready to be applied to pages. */
interface OpenTemplate {
  readonly template: ArticleTemplate;
  readonly tree: PathTree;
  readonly body: readonly WeighedPlace[];
  /** By path, the role of the places that the template has. */
  readonly roles: ReadonlyMap<number, TemplateRole>;
  /** By path: 1 if everything else under it is body. */
  readonly isBodyPart: Uint8Array;
}

function openTemplate(template: ArticleTemplate): OpenTemplate {
  const tree = new PathTree(template.steps);
  const places = template.paths
    .map((place) => ({ path: tree.add(place.path), place, weight: place.words * place.pages }))
    .filter(({ path }) => path !== NO_PATH);
  const body = places.filter(({ place }) => place.role === "body");
  return {
    template,
    tree,
    body,
    roles: new Map(places.map(({ path, place }) => [path, place.role])),
    isBodyPart: findBodyParts(tree, sumUp(tree, body), sumUp(tree, places)),
  };
}

/** By path, the weight of what lies under it. */
function sumUp(tree: PathTree, places: readonly WeighedPlace[]): Float64Array {
  const sums = new Float64Array(tree.size);
  for (const { path, weight } of places) sums[path]! += weight;
  for (let path = tree.size - 1; path > 0; path--) sums[tree.parentOf(path)]! += sums[path]!;
  return sums;
}

/** The parts of the smallest subtree with all places of the body that hold little else. */
function findBodyParts(tree: PathTree, body: Float64Array, all: Float64Array): Uint8Array {
  let smallest = 0;
  for (let path = 1; path < tree.size; path++) if (body[path] === body[0]) smallest = path;
  // A body of nothing but paragraphs has one place, and lists are its siblings.
  const region = all[smallest] === body[smallest] ? Math.max(0, tree.parentOf(smallest)) : smallest;
  const isInside = tree.markUnder(region);
  return isInside.map((inside, path) => Number(inside === 1 && body[path]! > all[path]! * MIN_BODY_SHARE));
}

/** The limits of a profile: mining writes no more, and no more is read. */
export const PROFILE_LIMITS = { templates: 10, paths: 1000, labels: 100 } as const;

/** A larger profile was not written by `galley site`, and would fill the memory of every thread. */
const MAX = { ...PROFILE_LIMITS, pathCharacters: 10_000, nameCharacters: 500 } as const;
const MAX_HASHES = 50_000;
/** Characters of an error message; a damaged file can hold text of any length. */
const MAX_PROBLEM = 200;
const HASH = /^[0-9a-f]{1,8}$/;

type Fields = Readonly<Record<string, unknown>>;

/** Checks the JSON of a site profile, as `galley site` writes it; throws BAD_SITE_PROFILE with what is wrong. */
export function readSiteProfile(json: unknown): SiteProfile {
  const profile = readFields("it", json);
  if (profile.format !== "galley-site-profile") throw badProfile("it is not a site profile of galley");
  if (profile.version !== 1) {
    throw badProfile(`it is of version ${String(profile.version)}, and this galley reads version 1`);
  }
  return {
    format: "galley-site-profile",
    version: 1,
    site: readText("its site", profile.site, MAX.nameCharacters),
    made: readDate(profile.made),
    pages: readCount("its pages", profile.pages),
    repeated: readHashed(profile.repeated, { field: "repeated", thing: "block", number: "pages" }),
    ...(profile.outside != null && {
      outside: readHashed(profile.outside, { field: "outside", thing: "place", number: "per cents" }),
    }),
    templates: readList("its templates", profile.templates, MAX.templates).map(readTemplate),
  };
}

function badProfile(problem: string): NewsError {
  const short = problem.length > MAX_PROBLEM ? `${problem.slice(0, MAX_PROBLEM)}…` : problem;
  return new NewsError("BAD_SITE_PROFILE", `The site profile cannot be used: ${short}.`);
}

function readTemplate(value: unknown): ArticleTemplate {
  const template = readFields("a template", value);
  const steps = PATH_STEPS.find((one) => one === template.steps);
  if (steps === undefined) throw badProfile(`a template's steps are ${PATH_STEPS.join(" or ")}`);
  return {
    pages: readCount("a template's pages", template.pages),
    steps,
    paths: readList("a template's paths", template.paths, MAX.paths).map(readPath),
    labels: readList("a template's labels", template.labels, MAX.labels).map((label) =>
      readText("a label", label, MAX.nameCharacters),
    ),
  };
}

function readPath(value: unknown): TemplatePath {
  const place = readFields("a path", value);
  const role = TEMPLATE_ROLES.find((one) => one === place.role);
  if (role === undefined) throw badProfile(`a path's role is one of ${TEMPLATE_ROLES.join(", ")}`);
  return {
    path: readText("a path", place.path, MAX.pathCharacters),
    pages: readCount("a path's pages", place.pages),
    words: readCount("a path's words", place.words),
    role,
  };
}

/** The words for a field with numbers by hash, for error messages. */
interface HashedField {
  readonly field: string;
  readonly thing: string;
  readonly number: string;
}

function readHashed(value: unknown, { field, thing, number }: HashedField): Readonly<Record<string, number>> {
  const entries = Object.entries(readFields(`what it has as ${field}`, value));
  if (entries.length > MAX_HASHES) throw badProfile(`it names over ${MAX_HASHES} ${thing}s as ${field}`);
  const odd = entries.find(([hash]) => !HASH.test(hash));
  if (odd !== undefined) throw badProfile(`${odd[0]} is not the hash of a ${thing}`);
  return Object.fromEntries(
    entries.map(([hash, count]) => [hash, readCount(`the ${number} of a ${thing}`, count)]),
  );
}

function readFields(name: string, value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badProfile(`${name} is not a JSON object`);
  }
  return { ...value };
}

function readList(name: string, value: unknown, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw badProfile(`${name} are not a list`);
  if (value.length > max) throw badProfile(`${name} are over ${max}`);
  return value;
}

function readText(name: string, value: unknown, max: number): string {
  if (typeof value !== "string" || value.length > max) throw badProfile(`${name} is not a text, or too long`);
  return value;
}

function readDate(value: unknown): string {
  const made = readText("its date", value, MAX.nameCharacters);
  if (Number.isNaN(Date.parse(made))) throw badProfile("it does not say when it was made");
  return made;
}

function readCount(name: string, value: unknown): number {
  // Sums of larger ones would not be exact.
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw badProfile(`${name} are not a whole number`);
}
