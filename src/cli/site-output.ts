import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Input } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";

/** The formats of a mined site, each with the file that it has in an output folder. */
export const SITE_FORMATS = {
  tree: "taxonomy.txt",
  json: "site.json",
  xml: "site.xml",
  skos: "taxonomy.ttl",
  html: "taxonomy.html",
} as const;

/** What a mined site, or the partition of a page, is written as. */
export type SiteFormat = keyof typeof SITE_FORMATS;

/** Where the results go: a folder for all of them, one file, or standard output (`-`). */
export type SiteOutput =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly name: string };

const ENDINGS: Readonly<Record<string, SiteFormat>> = {
  txt: "tree",
  json: "json",
  xml: "xml",
  ttl: "skos",
  html: "html",
};
const LINES_NAME = /\.jsonl(?:\.gz)?$/i;
const ARTICLES = "articles.jsonl";

/** Says what an -o is: a name with a known ending is a file, any other a folder. */
export function findSiteOutput(name: string): SiteOutput {
  const isFile = name === "-" || LINES_NAME.test(name) || formatOfName(name) !== undefined;
  return isFile ? { kind: "file", name } : { kind: "folder", path: name };
}

/** The format that was asked for, else that of the file's ending, else the tree. */
export function chooseFormat(asked: SiteFormat | undefined, output: SiteOutput): SiteFormat {
  return asked ?? (output.kind === "file" ? formatOfName(output.name) : undefined) ?? "tree";
}

/** The file of a format. */
export function formatFile(output: SiteOutput, format: SiteFormat): string {
  return output.kind === "file" ? output.name : join(output.path, SITE_FORMATS[format]);
}

/** The file of the articles; a file that cannot hold them is refused. */
export function articleFile(output: SiteOutput): string {
  if (output.kind === "folder") return join(output.path, ARTICLES);
  if (output.name === "-" || isForLines(output)) return output.name;
  throw new NewsError(
    "BAD_OPTION",
    `Articles are written as lines of JSON, and ${output.name} is not a .jsonl file.`,
  );
}

/** The results that lie in an output folder beside those of this run. */
export function olderFiles(output: SiteOutput, written: readonly string[]): readonly string[] {
  if (output.kind === "file") return [];
  return [...Object.values(SITE_FORMATS), ARTICLES]
    .map((name) => join(output.path, name))
    .filter((file) => !written.includes(file) && existsSync(file));
}

/** Whether an output is a file of lines. */
export function isForLines(output: SiteOutput): boolean {
  return output.kind === "file" && LINES_NAME.test(output.name);
}

/** What was asked for, as far as it says whether it fits the output. */
export interface Wish {
  readonly articles?: boolean | undefined;
  readonly format?: SiteFormat | undefined;
}

/** Refuses a file for articles without them, and a format for a file that holds nothing but articles. */
export function refuseMismatch(output: SiteOutput, { articles, format }: Wish): void {
  if (output.kind === "folder") return;
  if (!articles && isForLines(output))
    throw new NewsError("BAD_OPTION", `The file ${output.name} is for articles; add --articles.`);
  if (articles && format !== undefined) {
    const message = `With --articles the output ${output.name} holds lines of JSON alone; name a folder to have --format ${format} too.`;
    throw new NewsError("BAD_OPTION", message);
  }
}

/** Refuses an output that is the input, or lies in the folder of pages, where the next run would read it as a page; a labelled set has files of its own. */
export function refuseInside(input: Input, output: SiteOutput): void {
  if (input.path === undefined) return;
  const name = output.kind === "folder" ? output.path : output.name;
  const way = relative(resolve(input.path), resolve(name));
  const isSet = input.kind === "lines" && input.name === "index.jsonl";
  const isInside =
    way === "" ||
    (isSet && resolve(dirname(input.path)) === resolve(name)) ||
    (input.kind === "folder" && !isAbsolute(way) && !/^\.\.(?:[/\\]|$)/.test(way));
  if (!isInside || name === "-") return;
  throw new NewsError(
    "BAD_OPTION",
    `The output ${name} is or lies in the input; name a place outside of it.`,
  );
}

function formatOfName(name: string): SiteFormat | undefined {
  return ENDINGS[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""];
}
