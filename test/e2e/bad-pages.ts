import { closeSync, ftruncateSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { WarningCode } from "../../src/article/index.ts";
import type { FailureCode } from "../../src/errors/index.ts";

/** A page that breaks something, and what the docs promise for it. */
export interface BadPage {
  readonly name: string;
  readonly write: (path: string) => void;
  /** The failure it gets; without one it gets an article. */
  readonly failure?: FailureCode;
  readonly warning?: WarningCode;
  /** Words that the article must hold. */
  readonly text?: string;
}

const STORY =
  "The council of Wexley voted on Monday to keep the old lighthouse lit through the winter, and the keeper, who had packed his bags, unpacked them again. " +
  "Nobody in the hall could remember a shorter debate, said the clerk, who has kept the minutes for thirty years.";
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lighthouse stays lit</title></head><body><h1>Lighthouse stays lit</h1><p>${STORY}</p><p>${STORY}</p></body></html>`;

/** A whole page with nothing wrong. */
export const GOOD_PAGE: string = PAGE;

const put =
  (content: string | Uint8Array) =>
  (path: string): void =>
    writeFileSync(path, content);

/** A sparse file of this size: it takes no space on the disk. */
function sparse(sizeBytes: number): (path: string) => void {
  return (path) => {
    const file = openSync(path, "w");
    ftruncateSync(file, sizeBytes);
    closeSync(file);
  };
}

const PNG = Uint8Array.of(
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  0,
  0,
  0,
  0x0d,
  0x49,
  0x48,
  0x44,
  0x52,
);
const PDF = `%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${"stream \0\u0001\u0002 endstream\n".repeat(50)}`;
const UNCLOSED = `<html><body><div><table><tr><td><p>${STORY}<p>${STORY}<ul><li><b><i><a href="x`;
const ODD_BYTES = Buffer.concat([
  Buffer.from(
    `<!doctype html><meta charset="utf-8"><title>T</title><p>${STORY} A café, a naïve piñata, a façade.</p><p>Odd bytes: `,
  ),
  Uint8Array.of(0xc3, 0x28, 0xff, 0xfe),
  Buffer.from(` end. ${STORY} Más café, señor.</p>`),
]);

/** A page of a million elements around a story. */
function millionElements(): string {
  return `<title>T</title><body><h1>Lighthouse</h1><p>${STORY}</p>${"<i></i>".repeat(1_000_000)}<p>${STORY}</p>`;
}

/** Every page that the documentation makes a promise about. */
export const BAD_PAGES: readonly BadPage[] = [
  { name: "empty.html", write: put(""), failure: "EMPTY_INPUT" },
  { name: "pdf.html", write: put(PDF), failure: "NOT_HTML" },
  { name: "png.html", write: put(PNG), failure: "NOT_HTML" },
  {
    name: "nul-bytes.html",
    write: put(PAGE.replaceAll(" ", " \0")),
    warning: "NUL_CHARACTERS",
    text: "Wexley voted",
  },
  { name: "only-nul-bytes.html", write: sparse(10_000), failure: "NOT_HTML" },
  { name: "200-mb.html", write: sparse(200_000_000), failure: "INPUT_TOO_LARGE" },
  { name: "cut-short.html.gz", write: put(gzipSync(PAGE).subarray(0, 100)), failure: "BAD_GZIP" },
  { name: "invalid-utf8.html", write: put(ODD_BYTES), warning: "BAD_CHARACTERS", text: "Wexley voted" },
  { name: "unclosed.html", write: put(UNCLOSED), warning: "TRUNCATED", text: "unpacked them again" },
  { name: "million-elements.html", write: (path) => put(millionElements())(path), text: "Wexley voted" },
  { name: "no-text.html", write: put("<html><body><img src=a.png></body></html>"), warning: "NO_TEXT" },
];

/** Writes all of them into a folder. */
export function writeBadPages(folder: string): void {
  for (const { name, write } of BAD_PAGES) write(join(folder, name));
}
