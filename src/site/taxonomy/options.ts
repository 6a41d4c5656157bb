/** What decides how sure a taxonomy is of itself. */
export interface TaxonomyOptions {
  /** Sites that must have a concept. */
  readonly minSites: number;
  /** Jaccard similarity of the stems of two labels that are one concept. */
  readonly minLabelSimilarity: number;
  /** Score from which labels that look different are joined by what the sites say of them; above 1 none are. */
  readonly minJoinScore: number;
  /** Share of the sites of one concept that may have both it and the one it is joined with as separate sections. */
  readonly maxTogether: number;
  /** Algorithm 1's `Sup`: sites on which one concept must stand under another. */
  readonly minSupport: number;
  /** Share of the sites that have both concepts on which the one must stand under the other. */
  readonly minSupportShare: number;
  /** Sites of the broader concept for each one of the narrower: what stands above others is not much rarer than they are. */
  readonly minBroaderSites: number;
  /** Whether an address that goes on from another's (`/sport/`, `/sport/tennis/`) is a relation as well. */
  readonly readsAddresses: boolean;
}

/** Several sites make a label frequent; of fewer sites than that, each one counts. */
const FREQUENT = 2;
const FEW_SITES = 3;

/** The options that were measured; see docs/taxonomy.md. */
export function usualOptions(sites: number): TaxonomyOptions {
  const frequent = sites < FEW_SITES ? 1 : FREQUENT;
  return {
    minSites: frequent,
    minLabelSimilarity: 0.6,
    minJoinScore: 0.4,
    maxTogether: 0.25,
    minSupport: frequent,
    minSupportShare: 0.25,
    minBroaderSites: 0.5,
    readsAddresses: true,
  };
}
