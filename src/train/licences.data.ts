/** The licences of the labelled sets, as their publishers state them; for model cards. */
export const LICENCES: Readonly<Record<string, string>> = {
  "wcxb-dev": "CC BY 4.0 (Foley, WCXB, 2026)",
  newsroom: "written by us",
  "fundus-a": "MIT (Fundus)",
  readability: "Apache-2.0 (Readability.js)",
  "zh-immortal": "MIT",
  "zh-gne": "Apache-2.0 (GeneralNewsExtractor)",
  big9: "research only",
  "l3s-gn1-a": "research only",
  "daniel-en-zh-pl": "GPL-3.0",
};

/** The licence on a card of a set that is not in the table. */
export const UNKNOWN_LICENCE = "not known to galley";
