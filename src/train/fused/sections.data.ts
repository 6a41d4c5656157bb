/**
 * Pages of `wcxb-dev` labelled as listings or collections that are sections of a publication, chosen by hand from their
 * address and title. The set has no type for them.
 */
export const WCXB_SECTIONS: ReadonlySet<string> = new Set([
  "0082",
  "0083",
  "0147",
  "0175",
  "0205",
  "0259",
  "0260",
  "0264",
  "0337",
  "1795",
  "2934",
  "2961",
  "2962",
  "2965",
  "2966",
  "2967",
  "2971",
  "2973",
  "2974",
  "3011",
  "4508",
  "4609",
  "4632",
  "4636",
  "0729",
]);
