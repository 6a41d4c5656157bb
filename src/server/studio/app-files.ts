import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Media types of the files that the app is built into. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
/** The build puts a hash of the content into these names. */
const HASHED = /[-.][\w-]{8,}\.(?:js|css|svg|png|webp|woff2)$/;
const FOREVER = "public, max-age=31536000, immutable";
const ASK_AGAIN = "no-cache";

/** A file of the app as it is sent. */
export interface AppFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly cache: string;
}

/** Shown to visitors without a session: how to sign in. */
const LOCKED_NOTE =
  "<noscript><p>The studio needs JavaScript.</p></noscript>" +
  '<p id="locked">To get in, open the address that <code>galley serve</code> printed, which ends in <code>#token=…</code>. Each address works once; the server prints another after it was used.</p>';
const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Galley studio</title></head><body><h1>Galley studio</h1></body></html>`;

/** The files of the built app. */
export class AppFiles {
  readonly #folder: string;

  constructor(folder: string = defaultFolder()) {
    this.#folder = folder;
  }

  /** The start page of the app; visitors without a session see how to sign in. */
  shell(isOpen: boolean): AppFile {
    const path = join(this.#folder, "index.html");
    const html = existsSync(path) ? readFileSync(path, "utf8") : NOT_BUILT;
    const shown = isOpen ? html : html.replace(/<\/body>/i, `${LOCKED_NOTE}</body>`);
    return { bytes: Buffer.from(shown), type: TYPES[".html"]!, cache: "no-store" };
  }

  /** A file of the app by its path; undefined where there is none. */
  find(path: string): AppFile | undefined {
    const type = TYPES[extname(path)];
    const file = join(this.#folder, path);
    if (type === undefined || !file.startsWith(this.#folder + sep) || path === "index.html") return undefined;
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
    return { bytes: readFileSync(file), type, cache: HASHED.test(path) ? FOREVER : ASK_AGAIN };
  }
}

/** Built, this file is in dist/parts; as a source it is in src/server/studio. */
function defaultFolder(): string {
  const isSource = import.meta.url.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? "../../../dist/studio" : "../studio", import.meta.url));
}
