import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { LEAF_ROLES } from "../../article/index.ts";
import { canOpenBrowser } from "../../browser/chromium.ts";
import { keepMinedSite } from "../../collect/index.ts";
import { EXTRACTOR_IDS } from "../../extractors/index.ts";
import {
  type FetchOptions,
  makeResourceFetcher,
  RecentMap,
  type ResourceFetcher,
} from "../../fetch/index.ts";
import type { BugReport, Comparison, LabelSave, PageView, SavedLabels, Session, Why } from "./contract.ts";
import type { FramePage, PictureFile } from "./frame/frame-page.ts";
import type { PageSources } from "./make-set.ts";
import type { ReportRequest } from "./pages/bug-report.ts";
import { StudioSessions } from "./session.ts";
import { StudioJobs } from "./studio-jobs.ts";
import { StudioSets } from "./studio-sets.ts";
import { StudioSites } from "./studio-sites.ts";
import { StudioThreads } from "./studio-threads.ts";

/** How a studio is set up. */
export interface StudioOptions extends PageSources {
  /** The folder of the studio's own files: sessions, sets made of addresses and dropped files, models. */
  readonly home: string;
  /** Folders that sets may be opened from. */
  readonly folders: readonly string[];
  /** Fetches style sheets and pictures of shown pages; without it they come only from saved copies. */
  readonly network?: FetchOptions | undefined;
  /** Fetches sites to be mined; without it only sets can be mined. */
  readonly siteNetwork?: FetchOptions | undefined;
  readonly now: () => number;
  readonly version: string;
  /** Called when a token was used: the next browser needs another. */
  readonly onTrade: () => void;
  /** Called when what the library knows of sites has changed, and awaited: pages are read with it from then on. */
  readonly onSites?: (() => Promise<void>) | undefined;
  /** The folder of the built app. */
  readonly appFolder?: string | undefined;
  readonly pageTimeoutMs?: number | undefined;
  /** Threads that studios share, closed by the caller; by default each studio has its own. */
  readonly threads?: StudioThreads | undefined;
}

/** Written pages whose pictures may still be asked for. */
const KEPT_FRAMES = 32;
const SHEET_TIMEOUT_MS = 10_000;

/** The studio: sessions, sets and the threads that answer about pages. */
export class Studio {
  readonly sessions: StudioSessions;
  readonly sets: StudioSets;
  readonly app: AppFiles;
  readonly jobs: StudioJobs;
  readonly sites: StudioSites;
  readonly threads: StudioThreads;
  readonly #options: StudioOptions;
  readonly #fetchFile: ResourceFetcher | undefined;
  readonly #pictures = new RecentMap<string, readonly string[]>(KEPT_FRAMES);

  constructor(options: StudioOptions) {
    this.#options = options;
    this.sessions = new StudioSessions(options);
    const { network, pageTimeoutMs } = options;
    this.threads = options.threads ?? new StudioThreads({ network }, pageTimeoutMs);
    this.sets = new StudioSets(options, this.threads);
    this.app = new AppFiles(options.appFolder);
    const { home, now, openStore, siteNetwork, onSites = async () => {} } = options;
    const { threads, sets } = this;
    this.jobs = new StudioJobs({
      home,
      now,
      network: siteNetwork,
      folderOf: (set) => sets.get(set).known.folder,
      keepMined: async (mined) => {
        await keepMinedSite(await openStore(), mined, now());
        await onSites();
      },
    });
    this.sites = new StudioSites({ openStore, threads, sets, jobs: this.jobs, now, onSites });
    this.#fetchFile = options.network && makeResourceFetcher(options.network);
  }

  session(): Session {
    const { version, folders } = this.#options;
    return { version, folders, canRender: canOpenBrowser(), extractors: EXTRACTOR_IDS, roles: LEAF_ROLES };
  }

  /** A page with its labels, as one person sees it. */
  async view(
    set: string,
    page: string,
    asked: { readonly by: string; readonly render: boolean },
  ): Promise<PageView> {
    const view = await this.sets.get(set).view(page, asked);
    return { ...view, frame: frameAddress(set, page, asked.render) };
  }

  /** Saves a person's labels of a page. */
  save(
    set: string,
    page: string,
    { save, render }: { readonly save: LabelSave; readonly render: boolean },
  ): Promise<SavedLabels> {
    const at = new Date(this.#options.now()).toISOString();
    return this.sets.get(set).save(page, save, { render, at });
  }

  /** The answers of extractors on a page, measured against labels or the truth of the set. */
  async compare(set: string, page: string, extractors: readonly string[]): Promise<Comparison> {
    const open = this.sets.get(set);
    const [place, made] = [await open.place(page), open.decidingLabels(page)];
    const compared = await this.threads.ask("compare", { place, extractors, made });
    return { ...compared, frame: frameAddress(set, page, false) };
  }

  /** Why a page's leaves were kept or dropped. */
  async why(set: string, page: string, extractor: string): Promise<Why> {
    const place = await this.sets.get(set).place(page);
    return {
      ...(await this.threads.ask("why", { place, extractor })),
      frame: frameAddress(set, page, false),
    };
  }

  /** The smallest page that shows what a method did with a text. */
  async report(set: string, page: string, asked: Omit<ReportRequest, "version">): Promise<BugReport> {
    const place = await this.sets.get(set).place(page);
    return this.threads.ask("report", { place, ...asked, version: this.#options.version });
  }

  /** The page as it is written for its frame. */
  async frame(set: string, page: string, render: boolean): Promise<FramePage> {
    const place = await this.sets.get(set).place(page, render);
    const [base, query] = [frameBase(set, page), renderQuery(render)];
    const asked = { place, base, query, canFetch: this.#fetchFile !== undefined };
    let frame = await this.threads.ask("frame", { ...asked, fetched: new Map() });
    if (frame.missing.length > 0) {
      const fetched = await this.#fetchSheets(frame.missing);
      frame = await this.threads.ask("frame", { ...asked, fetched });
    }
    this.#pictures.set(frameAddress(set, page, render), frame.pictures);
    return frame;
  }

  async #fetchSheets(addresses: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const texts = addresses.map(async (url) => {
      const file = await this.#fetch(url);
      const isSheet = file !== undefined && /^text\/css\b/i.test(file.contentType);
      return [url, isSheet ? new TextDecoder().decode(file.bytes) : null] as const;
    });
    return new Map(await Promise.all(texts));
  }

  /** A picture of a written page, by its number; undefined where there is none. */
  async picture(
    set: string,
    page: string,
    { number, render }: { readonly number: number; readonly render: boolean },
  ): Promise<PictureFile | undefined> {
    const known = this.#pictures.get(frameAddress(set, page, render));
    const address = (known ?? (await this.frame(set, page, render)).pictures)[number];
    if (address === undefined) return undefined;
    const place = await this.sets.get(set).place(page);
    const file = (await this.threads.ask("picture", { place, address })) ?? (await this.#fetch(address));
    return file !== undefined && /^image\//.test(file.contentType) ? file : undefined;
  }

  async #fetch(url: string): Promise<PictureFile | undefined> {
    if (this.#fetchFile === undefined) return undefined;
    try {
      const file = await this.#fetchFile(url, AbortSignal.timeout(SHEET_TIMEOUT_MS));
      return file.status === 200 ? { contentType: file.contentType ?? "", bytes: file.bytes } : undefined;
    } catch {
      // The page is shown without the picture.
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.sets.close();
    await this.jobs.close();
    if (this.#options.threads === undefined) await this.threads.close();
  }
}

function frameAddress(set: string, page: string, render: boolean): string {
  return `${frameBase(set, page)}${renderQuery(render)}`;
}

function renderQuery(render: boolean): string {
  return render ? "?render" : "";
}

function frameBase(set: string, page: string): string {
  return `/studio/frame/${encodeURIComponent(set)}/${encodeURIComponent(page)}`;
}

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
interface AppFile {
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
class AppFiles {
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
