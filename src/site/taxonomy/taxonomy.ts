/** What sites say for it that two labels mean the same. */
const EVIDENCE_KINDS = ["address", "path", "stories", "vocabulary", "position"] as const;
/** One site's same address, the same words in paths, the same stories, the same words in stories, the same concept above. */
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One piece of evidence for a join. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** 0..1. */
  readonly score: number;
  /** The sites that give it, sorted. */
  readonly sites: readonly string[];
  /** Some of what they share: addresses, parts of paths, titles, words. */
  readonly shared: readonly string[];
}

/** Why labels that look different are one concept. */
export interface Join {
  /** The most used label of either side, as it was when they were joined. */
  readonly labels: readonly [string, string];
  /** All evidence together, 0..1. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

/** A name of a concept, as sites write it. */
export interface ConceptLabel {
  readonly text: string;
  readonly language?: string;
  /** The sites that use it, sorted. */
  readonly sites: readonly string[];
  /** Where it leads, an address a site, in the order of the sites. */
  readonly urls: readonly string[];
}

/** A section that several sites have, with everything that they call it. */
export interface Concept {
  /** Made of its most used label; no two concepts of a taxonomy share it. */
  readonly id: string;
  /** `Syn` of the paper, the most used first. */
  readonly labels: readonly ConceptLabel[];
  /** The sites that have it, sorted. */
  readonly sites: readonly string[];
  /** The concept that it stands under in the tree. */
  readonly broader?: string;
  /** Concepts of which sites say that this one stands under them too. */
  readonly related: readonly string[];
  readonly joins: readonly Join[];
}

/** One concept under another, as sites show it. */
export interface Relation {
  readonly broader: string;
  readonly narrower: string;
  /** The sites that show it, sorted. */
  readonly sites: readonly string[];
  /** Of the sites that have both, the share that shows it. */
  readonly share: number;
}

/** The concepts of some sites and how they stand under each other. */
export interface Taxonomy {
  readonly format: "galley-taxonomy";
  readonly version: 1;
  readonly sites: readonly string[];
  /** Sorted by the number of sites. */
  readonly concepts: readonly Concept[];
  /** All frequent relations of Algorithm 1; those of the tree are among them. */
  readonly relations: readonly Relation[];
}

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
