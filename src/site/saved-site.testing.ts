import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The origin of the pages that `saveSite` writes. */
export const ORIGIN = "https://harbour.example";

/** Saves made-up pages, by their paths, in a new folder that is gone after the test. */
export function saveSite(pages: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  const lines = Object.entries(pages).map(([path, html]) =>
    JSON.stringify({ id: path, url: ORIGIN + path, html }),
  );
  writeFileSync(join(folder, "index.jsonl"), `${lines.join("\n")}\n`);
  return folder;
}

/** A new folder that is gone after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-site-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A page around the markup of its body. */
export function pageOf(title: string, body: string, language = "en"): string {
  return `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body>${body}</body></html>`;
}

/** A menu of links. */
export function menuOf(links: Readonly<Record<string, string>>): string {
  const entries = Object.entries(links).map(([path, label]) => `<li><a href="${path}">${label}</a></li>`);
  return `<nav><ul>${entries.join("")}</ul></nav>`;
}

/** A section that announces stories under its label; a story's address is made of its number. */
export function sectionOf(label: string, path: string, stories: readonly number[]): string {
  const cards = stories.map(
    (story) =>
      `<article><h3><a href="${path}2026/the-ferry-of-day-${story}-leaves-again">The ferry of day ${story} leaves the harbour again</a></h3><p>On day ${story} the ferry went out with ${story} people and a piano, and came back without it.</p></article>`,
  );
  return `<section><h2><a href="${path}">${label}</a></h2>${cards.join("")}</section>`;
}
