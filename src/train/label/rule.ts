import { NewsError } from "../../errors/index.ts";
import { isRecord } from "../../model/index.ts";
import { selectorFault } from "./select.ts";

/** Says where the article lies on the pages of a site; the paper's hand-written wrapper (5.1) as data. */
export interface LabelRule {
  /** The site's name or host, for the labels. */
  readonly site: string;
  /** The article begins with the first element that this selector matches. */
  readonly start: string;
  /** It ends with the last element from there on that this one matches. */
  readonly end: string;
  /** The headline. */
  readonly title?: string;
  /** The language of the pages; without it, what each page says of itself. */
  readonly language?: string;
}

const REQUIRED = ["site", "start", "end"] as const;
const OPTIONAL = ["title", "language"] as const;
const SELECTORS: readonly string[] = ["start", "end", "title"];

/** Reads a rule from JSON text; throws BAD_RULE with the field that is at fault. */
export function parseRule(text: string): LabelRule {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badRule("it is no JSON", cause);
  }
  if (!isRecord(value)) throw badRule("it is no JSON object");
  for (const name of REQUIRED) {
    if ((value[name] ?? null) === null) throw badRule(`it has no "${name}"`);
  }
  const fields: Record<string, string> = {};
  for (const name of [...REQUIRED, ...OPTIONAL]) {
    const field = value[name] ?? null;
    if (field !== null) fields[name] = readField(name, field);
  }
  const { site = "", start = "", end = "", title, language } = fields;
  return {
    ...{ site, start, end },
    ...(title !== undefined && { title }),
    ...(language !== undefined && { language }),
  };
}

function readField(name: string, value: unknown): string {
  if (typeof value !== "string") throw badRule(`"${name}" is no text`);
  if (value.trim() === "") throw badRule(`"${name}" is empty`);
  const fault = SELECTORS.includes(name) ? selectorFault(value) : undefined;
  if (fault !== undefined) throw badRule(`"${name}" is no CSS selector: ${fault.replace(/\.$/, "")}`);
  return value;
}

function badRule(problem: string, cause?: unknown): NewsError {
  return new NewsError("BAD_RULE", `The rule cannot be used: ${problem}.`, { cause });
}
