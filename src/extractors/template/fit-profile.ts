import type { ProfileFit } from "../../article/index.ts";
import { PATH_STEPS, type Page, type SiteProfile, TEXT_LEAF, type TemplateRole } from "../../page/index.ts";
import { findProse, type Prose } from "./find-prose.ts";
import { type OpenTemplate, openTemplate } from "./open-template.ts";
import type { FoundPaths } from "./path-tree.ts";

/** The share of a template's body that a page must have places for; less, and the page is made by another template. */
const MIN_FIT = 0.5;
/** The share of a page's prose that must stand there; comments may be some times as long as a story. */
const MIN_COVERAGE = 0.15;
/** Missing places that are named as evidence. */
const MAX_MISSING = 5;

/** A template laid over a page. */
export interface TemplateFit {
  readonly opened: OpenTemplate;
  readonly paths: FoundPaths;
  readonly evidence: ProfileFit;
}

/** A profile is read by many pages, and its templates are opened once. */
const openedOf = new WeakMap<SiteProfile, readonly OpenTemplate[]>();

/** How the template of a profile that fits a page best fits it; undefined where the profile has none. */
export function fitTemplate(page: Page, profile: SiteProfile): TemplateFit | undefined {
  let opened = openedOf.get(profile);
  if (opened === undefined) {
    opened = profile.templates.map(openTemplate);
    openedOf.set(profile, opened);
  }
  const prose = findProse(page);
  let best: TemplateFit | undefined;
  // Classes tell more than names alone: the latter are only asked where the former do not fit.
  for (const steps of PATH_STEPS) {
    for (const one of opened.filter(({ template }) => template.steps === steps)) {
      const fit = layOver({ page, prose }, one, profile);
      if (best === undefined || rank(fit) > rank(best)) best = fit;
    }
    if (best !== undefined && !best.evidence.isStale) return best;
  }
  return best;
}

/** How a page fits a profile; undefined where the profile has no template. */
export function fitProfile(page: Page, profile: SiteProfile): ProfileFit | undefined {
  return fitTemplate(page, profile)?.evidence;
}

/** By leaf: what its place holds in the template that fits the page; nothing where the template does not have it, or none fits. */
export function templateRoles(page: Page, profile: SiteProfile): readonly (TemplateRole | undefined)[] {
  const fit = fitTemplate(page, profile);
  if (fit === undefined || fit.evidence.isStale) return Array.from({ length: page.leaves.count });
  return Array.from(page.leaves.node, (node) => fit.opened.roles.get(fit.paths.whole[node]!));
}

/** Templates that fit come before those that do not. */
function rank({ evidence }: TemplateFit): number {
  return evidence.share - Number(evidence.isStale);
}

interface ReadPage {
  readonly page: Page;
  readonly prose: Prose;
}

function layOver({ page, prose }: ReadPage, opened: OpenTemplate, { site, made }: SiteProfile): TemplateFit {
  const paths = opened.tree.findPage(page.document);
  const held = pathsWithText(page, paths.whole);
  let [all, found] = [0, 0];
  const missing: string[] = [];
  for (const { path, place, weight } of opened.body) {
    all += weight;
    if (held.has(path)) found += weight;
    else missing.push(place.path);
  }
  const share = all === 0 ? 0 : found / all;
  const coverage = coverageOf({ page, prose }, (node) => opened.roles.get(paths.whole[node]!) === "body");
  const evidence = {
    ...{ site, made, share, coverage, isStale: share < MIN_FIT || coverage < MIN_COVERAGE },
    places: opened.body.length,
    missing: missing.slice(0, MAX_MISSING),
  };
  return { opened, paths, evidence };
}

/** The share of a page's prose that is under some of its nodes; all of it where there is none. */
function coverageOf({ page, prose }: ReadPage, isCovered: (node: number) => boolean): number {
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
