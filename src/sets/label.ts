import { isCharset } from "../archive/index.ts";
import { NewsError } from "../errors/index.ts";

/** The labelled article of a page; null or empty where the label has no value. */
export interface Truth {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly published: string | null;
  readonly body: string | null;
  /** Whether `body` is only the beginning of the article. */
  readonly bodyIsPrefix: boolean;
  /** Passages that belong to the article. */
  readonly with: readonly string[];
  /** Passages of the page that do not. */
  readonly without: readonly string[];
}

/** One line of a labelled set: where its page is and what is known of it. */
export interface Label {
  readonly id: string;
  /** The name of the set's folder. */
  readonly set: string;
  readonly site: string | null;
  readonly url: string | null;
  /** The primary language, lower case: `en` for `en-US`. */
  readonly language: string | null;
  readonly pageType: string | null;
  /** The year or time the page is from, in sets that cover several. */
  readonly era: string | null;
  readonly source: { readonly path: string } | { readonly html: string };
  /** The known charset of the bytes; null where it has to be detected. */
  readonly encoding: string | null;
  readonly truth: Truth;
  /** Paths of the nodes that a person has pointed at. */
  readonly nodes?: LabelledNodes;
}

/** Paths of the title's and the body's node, as `nodePath` writes them. */
interface LabelledNodes {
  readonly title?: string;
  readonly body?: string;
}

/** Reads one line of an `index.jsonl`; `locate` turns its `htmlPath` into a path. */
export function parseLabel(
  line: string,
  where: { readonly set: string; readonly lineNumber: number },
  locate: (htmlPath: string) => string,
): Label {
  const read = new FieldReader(line, `line ${where.lineNumber} of ${where.set}/index.jsonl`);
  const htmlPath = read.text("htmlPath");
  const html = read.text("html");
  if (htmlPath === null && html === null) throw read.bad("it has neither htmlPath nor html");
  const title = read.text("titlePath");
  const body = read.text("bodyPath");
  return {
    id: read.id(),
    set: where.set,
    site: read.text("site"),
    url: read.text("url"),
    language: read.text("lang")?.split(/[-_]/)[0]?.toLowerCase() ?? null,
    pageType: read.text("pageType"),
    era: read.text("era"),
    source: htmlPath === null ? { html: html ?? "" } : { path: locate(htmlPath) },
    encoding: read.charset("encoding"),
    truth: readTruth(read, UNRELIABLE_FIELDS[where.set] ?? []),
    ...((title !== null || body !== null) && {
      nodes: { ...(title !== null && { title }), ...(body !== null && { body }) },
    }),
  };
}

/** Whether a label has any truth to measure against. */
export function hasTruth({ truth }: Label): boolean {
  return (
    truth.body !== null ||
    truth.title !== null ||
    truth.published !== null ||
    truth.authors.length + truth.with.length + truth.without.length > 0
  );
}

function readTruth(read: FieldReader, unreliable: readonly string[]): Truth {
  const published = read.text("published");
  return {
    title: read.text("title"),
    authors: read.texts("authors"),
    published: unreliable.includes("published") ? null : published,
    body: read.text("body"),
    bodyIsPrefix: read.flag("bodyIsPrefix"),
    with: read.texts("with"),
    without: read.texts("without"),
  };
}

/** Takes fields out of a record: null is absent, a field of the wrong kind is an error. */
class FieldReader {
  readonly #record: Readonly<Record<string, unknown>>;
  readonly #where: string;

  constructor(line: string, where: string) {
    this.#where = where;
    let record: unknown;
    try {
      record = JSON.parse(line);
    } catch (cause) {
      throw this.bad("it is not JSON", cause);
    }
    if (typeof record !== "object" || record === null || Array.isArray(record)) {
      throw this.bad("it is no JSON object");
    }
    this.#record = { ...record };
  }

  bad(problem: string, cause?: unknown): NewsError {
    return new NewsError("BAD_RECORD", `In ${this.#where}: ${problem}.`, { cause });
  }

  id(): string {
    const { id } = this.#record;
    if (typeof id === "number") return String(id);
    const text = this.text("id");
    if (text === null || text === "") throw this.bad("it has no id");
    return text;
  }

  text(name: string): string | null {
    const value = this.#record[name] ?? null;
    if (value === null || typeof value === "string") return value;
    throw this.bad(`${name} is no text`);
  }

  charset(name: string): string | null {
    const label = this.text(name);
    if (label === null || isCharset(label)) return label;
    throw this.bad(`no charset is called "${label}"`);
  }

  texts(name: string): readonly string[] {
    const value = this.#record[name] ?? [];
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
    throw this.bad(`${name} is no list of texts`);
  }

  flag(name: string): boolean {
    const value = this.#record[name] ?? false;
    if (typeof value === "boolean") return value;
    throw this.bad(`${name} is neither true nor false`);
  }
}

/** Label fields that do not describe the page, by set; from the notes that come with the sets. */
const UNRELIABLE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  // The day of the crawl, not of the article.
  "daniel-en-zh-pl": ["published"],
};
