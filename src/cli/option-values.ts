import { InvalidArgumentError, Option } from "commander";
import { DEFAULT_EXTRACTOR, EXTRACTOR_NAMES } from "../extractors/extractor-ids.ts";

/** Reads a whole number from 1 up. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError("It must be a whole number above 0.");
  return number;
}

const SIZE_UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["k", 1000],
  ["m", 1000 ** 2],
  ["g", 1000 ** 3],
  ["ki", 1024],
  ["mi", 1024 ** 2],
  ["gi", 1024 ** 3],
]);

/** Reads a size above zero, such as 500k, 1MB or 64MiB, in bytes. */
export function sizeInBytes(text: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?) ?([kmg]i?)?b?$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(number) * (SIZE_UNITS.get(unit.toLowerCase()) ?? Number.NaN));
  if (!Number.isSafeInteger(bytes) || bytes < 1)
    throw new InvalidArgumentError("It must be a size above 0, such as 500k, 1MB or 64MiB.");
  return bytes;
}

/** Reads a time above zero, in seconds, as milliseconds. */
export function secondsAsMs(text: string): number {
  const ms = Math.round(Number(text) * 1000);
  if (!(ms >= 1 && ms < 2 ** 31)) throw new InvalidArgumentError("It must be a number of seconds above 0.");
  return ms;
}

/** Reads a time between fetches, in seconds, as milliseconds; none is allowed, for a server of one's own. */
export function delayAsMs(text: string): number {
  const ms = Math.round(Number(text) * 1000);
  if (text.trim() === "" || !(ms >= 0 && ms < 2 ** 31))
    throw new InvalidArgumentError("It must be a number of seconds from 0 up.");
  return ms;
}

/** Reads a list of words with commas between them. */
export function wordList(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Short names of formats that people type. */
const FORMAT_ALIASES: ReadonlyMap<string, string> = new Map([["md", "markdown"]]);

/** The option that names the format of articles. */
export function formatOption(description: string, formats: readonly string[]): Option {
  const option = new Option("-f, --format <format>", `${description}; md is short for markdown`).choices(
    formats,
  );
  const check = option.parseArg;
  return option.argParser((word: string, before: string) => {
    const format = FORMAT_ALIASES.get(word) ?? word;
    return check ? check(format, before) : format;
  });
}

/** The option that names an extractor. */
export function extractorOption(): Option {
  return new Option(
    "--extractor <id>",
    `the extraction method (default: ${DEFAULT_EXTRACTOR}, or the model's own)`,
  ).choices(EXTRACTOR_NAMES);
}

/** The option that names a model file. */
export function modelOption(): Option {
  return new Option("--model <file>", "a model file for the extractor, written by galley train");
}

/** The option that names the profile of a site. */
export function siteProfileOption(): Option {
  return new Option(
    "--site-profile <file>",
    "a profile of the site, written by galley site; used by template and fused",
  );
}

/** The option that has pages rendered. */
export function renderOption(): Option {
  return new Option("--render", "render pages in Chromium first; needs playwright-core and a browser");
}

/** The option that has pages rendered without their scripts. */
export function noScriptsOption(): Option {
  return new Option("--no-scripts", "like --render, but without running the page's scripts").implies({
    render: true,
  });
}

/** Reads a share in percent. */
export function percent(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 100))
    throw new InvalidArgumentError("It must be a number from 0 to 100.");
  return number;
}
