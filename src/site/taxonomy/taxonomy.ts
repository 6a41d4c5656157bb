/** The kinds of evidence that two labels mean the same. */
const EVIDENCE_KINDS = ["address", "translation", "path", "stories", "vocabulary", "position"] as const;
/** The same address on a site, names of one common section, the same words in URL paths, the same stories, similar words in stories, the same parent. */
type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One piece of evidence for a join. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** 0..1. */
  readonly score: number;
  /** The sites that it comes from, sorted. */
  readonly sites: readonly string[];
  /** Examples of what they share: addresses, parts of paths, titles, words. */
  readonly shared: readonly string[];
}

/** Why two different labels are one concept. */
export interface Join {
  /** The most used label of either side at the time of the join. */
  readonly labels: readonly [string, string];
  /** The combined evidence, 0..1. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

/** A name of a concept, as sites write it. */
export interface ConceptLabel {
  readonly text: string;
  readonly language?: string;
  /** The sites that use it, sorted. */
  readonly sites: readonly string[];
  /** Its address on each site, in the order of `sites`. */
  readonly urls: readonly string[];
}

/** A section that sites have in common, with all its labels. */
export interface Concept {
  /** Unique in the taxonomy, made from the most used label. */
  readonly id: string;
  /** `Syn` of the paper, the most used first. */
  readonly labels: readonly ConceptLabel[];
  /** The sites that have it, sorted. */
  readonly sites: readonly string[];
  /** The parent concept in the tree. */
  readonly broader?: string;
  /** Other concepts that some sites have it under. */
  readonly related: readonly string[];
  readonly joins: readonly Join[];
}

/** One concept under another, as found on sites. */
interface Relation {
  readonly broader: string;
  readonly narrower: string;
  /** The sites that show it, sorted. */
  readonly sites: readonly string[];
  /** The share of the sites with both concepts that show it. */
  readonly share: number;
}

/** The concepts of some sites and their hierarchy. */
export interface Taxonomy {
  readonly format: "galley-taxonomy";
  readonly version: 1;
  readonly sites: readonly string[];
  /** Sorted by the number of sites. */
  readonly concepts: readonly Concept[];
  /** All frequent relations of Algorithm 1; those of the tree are among them. */
  readonly relations: readonly Relation[];
}
