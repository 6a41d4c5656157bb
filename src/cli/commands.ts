import type { Command } from "commander";

/** A command before it is loaded. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every command, in the order of the help; loading one loads only its own code. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "extract",
    summary: "extract the article of one page",
    load: async () => (await import("./extract.ts")).extractCommand(),
  },
  {
    name: "batch",
    summary: "extract the articles of many pages, a JSON line or a file each",
    load: async () => (await import("./batch.ts")).batchCommand(),
  },
  {
    name: "items",
    summary: "list the articles that home and section pages link to",
    load: async () => (await import("./items.ts")).itemsCommand(),
  },
  {
    name: "site",
    summary: "mine a site: its sections, their taxonomy, its template, its articles",
    load: async () => (await import("./site.ts")).siteCommand(),
  },
  {
    name: "taxonomy",
    summary: "mine one taxonomy from several sites",
    load: async () => (await import("./taxonomy.ts")).taxonomyCommand(),
  },
  {
    name: "eval",
    summary: "measure extractors on labelled pages",
    load: async () => (await import("./eval.ts")).evalCommand(),
  },
  {
    name: "train",
    summary: "train a model",
    load: async () => (await import("./train.ts")).trainCommand(),
  },
  {
    name: "label",
    summary: "label the pages of a site by a rule",
    load: async () => (await import("./label.ts")).labelCommand(),
  },
];
