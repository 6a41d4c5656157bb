import { type ExtractorChoice, openSiteProfile } from "../archive/index.ts";
import { WHOLE_PARTS } from "../default-parts.ts";
import { type Extractor, type ExtractorName, extractorFromModel } from "../extractors/index.ts";
import type { SiteProfile } from "../page/index.ts";
import { registrableDomain } from "../url/index.ts";

/** Knowledge of sites by registrable domain: the mined profile, and the JSON of the taught model. */
export type KnownSites = Readonly<
  Record<string, { readonly profile?: SiteProfile | undefined; readonly model?: unknown }>
>;

/** The settings and site knowledge that decide how a page is read. */
export interface MethodSettings extends ExtractorChoice {
  readonly extractor?: ExtractorName | undefined;
  readonly siteProfile?: string | undefined;
  readonly knownSites?: KnownSites | undefined;
}

/** How a page is read. */
interface Method<Chosen> {
  readonly extractor: Extractor | Chosen;
  readonly siteProfile: SiteProfile | undefined;
}

/** The extractor of a page: the settings take precedence over the knowledge of its site. */
export function methodOf<Chosen extends Extractor | undefined>(
  url: string | undefined,
  settings: MethodSettings,
  chooseExtractor: () => Chosen,
): Method<Chosen> {
  const { extractor, model, knownSites } = settings;
  const site = knownSites && url !== undefined && registrableDomain(url, WHOLE_PARTS.suffixes);
  const known = site && Object.hasOwn(knownSites, site) ? knownSites[site] : undefined;
  const isChosen = extractor !== undefined || model !== undefined;
  return {
    extractor: known?.model === undefined || isChosen ? chooseExtractor() : openKept(known.model),
    siteProfile: openSiteProfile(settings.siteProfile) ?? known?.profile,
  };
}

/** Models are opened once a thread, as that takes longer than reading a page. */
const opened = new WeakMap<object, Extractor>();

function openKept(model: unknown): Extractor {
  if (typeof model !== "object" || model === null) return extractorFromModel(model);
  const extractor = opened.get(model) ?? extractorFromModel(model);
  opened.set(model, extractor);
  return extractor;
}
