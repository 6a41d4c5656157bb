import { existsSync } from "node:fs";
import { join } from "node:path";
import { NewsError } from "../../errors/index.ts";
import {
  type LabelBook,
  type LabelLine,
  type MadeLabel,
  personName,
  revisionOf,
  SETTLED,
  summariseAgreement,
  writeSafely,
} from "../../sets/index.ts";
import type {
  Agreement,
  LabelSave,
  PageList,
  PageRow,
  PageView,
  SavedLabels,
  SetSummary,
} from "./contract.ts";
import { PageGuesses } from "./page-guesses.ts";
import type { PagePlace } from "./pages/open-page.ts";
import { asReadIndex, type IndexedPage, type ReadIndex, stampOfSet } from "./set-index.ts";
import type { StudioThreads } from "./studio-threads.ts";

/** A set as the list of recent sets keeps it. */
export interface KnownSet {
  readonly id: string;
  readonly name: string;
  readonly kind: SetSummary["kind"];
  readonly folder: string;
  /** ISO 8601. */
  readonly openedAt: string;
  /** How many pages it had when it was opened. */
  readonly pages: number;
}

/** Which pages are listed. */
export interface PageQuery {
  readonly by: string;
  readonly show: "all" | "open" | "done" | "skipped" | "conflict";
  readonly offset: number;
  readonly limit: number;
  /** The order of an earlier answer; the newest one where it is left out. */
  readonly order?: number | undefined;
}

const LOADED_AHEAD = 2;

/** A set that is open: its index, its labels and the guesses that order its pages. */
export class OpenSet {
  readonly known: KnownSet;
  readonly labels: LabelBook;
  readonly #threads: StudioThreads;
  readonly #guesses: PageGuesses;
  #index: { readonly stamp: string; readonly read: Promise<ReadIndex> } | undefined;

  /** The label book of a folder is shared, so that saves follow each other. */
  constructor(known: KnownSet, threads: StudioThreads, labels: LabelBook) {
    this.known = known;
    this.#threads = threads;
    this.labels = labels;
    this.#guesses = new PageGuesses(threads);
  }

  index(): Promise<ReadIndex> {
    const stamp = stampOfSet(this.known.folder);
    if (this.#index?.stamp !== stamp) {
      const read = this.#threads.ask("index", { folder: this.known.folder }).then(asReadIndex);
      this.#index = { stamp, read };
      read.catch(() => {
        this.#index = undefined;
      });
    }
    return this.#index.read;
  }

  /** The summary in the list of sets, without reading the index again. */
  async brief(): Promise<SetSummary> {
    if (this.#index !== undefined) return this.summary();
    const { folder: _, ...known } = this.known;
    return { ...known, progress: this.#progress(), damaged: [], readOnly: this.labels.readOnly };
  }

  async summary(): Promise<SetSummary> {
    const { id, name, kind, openedAt } = this.known;
    const { pages, damaged, byId } = await this.index();
    const progress = this.#progress(byId);
    const { readOnly } = this.labels;
    const broken = [...damaged, ...this.labels.damaged()];
    return { id, name, kind, pages: pages.length, progress, damaged: broken, readOnly, openedAt };
  }

  #progress(byId?: ReadonlyMap<string, unknown>): SetSummary["progress"] {
    return this.labels.people().map((by) => {
      const lines = [...this.labels.linesOf(by).values()].filter(({ id }) => byId?.has(id) ?? true);
      const count = (state: LabelLine["state"]) => lines.filter((line) => line.state === state).length;
      return { by, done: count("done"), skipped: count("skipped") };
    });
  }

  async list({ by, show, offset, limit, order: asked }: PageQuery): Promise<PageList> {
    const { pages } = await this.index();
    this.#guesses.start(pages);
    const own = this.labels.linesOf(by);
    const { number, pages: order } = this.#guesses.order(pages, asked);
    const conflicts = show === "conflict" ? this.#conflicts() : undefined;
    const isShown = ({ id }: IndexedPage) => conflicts?.has(id) ?? (own.get(id)?.state ?? "open") === show;
    const shown = show === "all" ? order : order.filter(isShown);
    return {
      total: shown.length,
      pages: shown.slice(offset, offset + limit).map((page) => this.#row(page, own.get(page.id))),
      waiting: this.#guesses.waiting,
      order: number,
      isOutdated: number !== this.#guesses.count,
    };
  }

  /** Pages that several people have labelled differently, and that are not settled. */
  #conflicts(): ReadonlySet<string> {
    const lines = this.labels
      .people()
      .flatMap((by) => [...this.labels.linesOf(by).values()])
      .filter(({ state }) => state === "done");
    const byPage = Map.groupBy(lines, ({ id }) => id);
    const differ = (own: readonly LabelLine[]) =>
      own.every(({ by }) => by !== SETTLED) && new Set(own.map(({ labels }) => keyOf(labels))).size > 1;
    return new Set([...byPage].flatMap(([id, own]) => (differ(own) ? [id] : [])));
  }

  #row({ id, url, site, title }: IndexedPage, line: LabelLine | undefined): PageRow {
    const guess = this.#guesses.of(id);
    return {
      id,
      url,
      site,
      title: title ?? guess?.title ?? null,
      state: line?.state ?? "open",
      confidence: guess?.confidence ?? null,
      disagreement: guess?.disagreement ?? null,
    };
  }

  /** Where a page is; throws NOT_FOUND for an id that the set does not have. */
  async place(id: string, render = false): Promise<PagePlace> {
    const { byId } = await this.index();
    const page = byId.get(id);
    if (page === undefined) throw new NewsError("NOT_FOUND", `The set has no page "${id}".`);
    return { ...page.place, render };
  }

  /** A page with its guess and everybody's labels. */
  async view(
    id: string,
    { by, render }: { readonly by: string; readonly render: boolean },
  ): Promise<Omit<PageView, "frame">> {
    const place = await this.place(id, render);
    const seen = await this.#threads.ask("view", { place });
    const lines = this.labels.people().flatMap((person) => this.labels.linesOf(person).get(id) ?? []);
    const saved = await this.#asSaved(lines, place, seen.pageHash);
    const name = by === "" ? "" : personName(by);
    return {
      id,
      ...seen,
      labels: saved.find((one) => one.by === name) ?? null,
      others: saved.filter((one) => one.by !== name),
      next: await this.#next(id, name),
    };
  }

  /** Labels as this copy of the page has them. */
  async #asSaved(lines: readonly LabelLine[], place: PagePlace, pageHash: string): Promise<SavedLabels[]> {
    const old = lines.filter((line) => line.pageHash !== pageHash);
    const moved =
      old.length === 0
        ? []
        : await this.#threads.ask("move", { place, all: old.map(({ labels }) => labels) });
    return lines.map((line) => {
      const found = moved[old.indexOf(line)];
      const labels = (found ?? line).labels.map(({ node, role }) => ({ node, role }));
      const { by, at, state, reason = null } = line;
      const stale = found === undefined ? null : { moved: found.moved, lost: found.lost };
      return { by, at, state, reason, labels, revision: revisionOf(line), stale };
    });
  }

  /** What counts as the truth of a page: settled, else the newest of those that are done. */
  decidingLabels(id: string): LabelLine | undefined {
    const lines = this.labels
      .people()
      .flatMap((by) => this.labels.linesOf(by).get(id) ?? [])
      .filter(({ state }) => state === "done")
      .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
    return lines.find(({ by }) => by === SETTLED) ?? lines[0];
  }

  async #next(id: string, by: string): Promise<readonly string[]> {
    const { pages } = await this.index();
    const own = by === "" ? new Map<string, LabelLine>() : this.labels.linesOf(by);
    const { pages: order } = this.#guesses.order(pages);
    const at = order.findIndex((page) => page.id === id);
    const next: string[] = [];
    for (let step = 1; step < order.length && next.length < LOADED_AHEAD; step++) {
      const page = order[(at + step) % order.length]!;
      if ((own.get(page.id)?.state ?? "open") === "open") next.push(page.id);
    }
    return next;
  }

  /** Saves a person's labels; on disk when it returns. */
  async save(
    id: string,
    save: LabelSave,
    { render, at }: { readonly render: boolean; readonly at: string },
  ): Promise<SavedLabels> {
    const place = await this.place(id, render);
    const { pageHash, labels } = await this.#threads.ask("anchor", { place, labels: save.labels });
    if (pageHash !== save.pageHash)
      throw new NewsError("PAGE_CHANGED", `The page "${id}" is another than the one that was labelled.`);
    if (labels.length < save.labels.length)
      throw new NewsError("BAD_REQUEST", "A label points at a node that the page does not have.");
    await this.#keepIndex();
    const { by, state, reason } = save;
    const line = { id, pageHash, labels, by, at, state, ...(reason !== undefined && { reason }) };
    const saved = await this.labels.save(line, save.revision);
    return {
      by: saved.by,
      at,
      state,
      reason: reason ?? null,
      labels: save.labels,
      revision: revisionOf(saved),
      stale: null,
    };
  }

  /** A folder of pages becomes a set with its first label: commands find it by its index. */
  async #keepIndex(): Promise<void> {
    const path = join(this.known.folder, "index.jsonl");
    if (existsSync(path)) return;
    const { pages } = await this.index();
    await writeSafely(path, pages.map(({ id }) => `${JSON.stringify({ id, htmlPath: id })}\n`).join(""));
  }

  /** How far two people agree on the pages that both are done with. */
  async agreement(a: string, b: string): Promise<Agreement> {
    const { byId } = await this.index();
    const [first, second] = [this.labels.linesOf(a), this.labels.linesOf(b)];
    const compared = [];
    for (const [id, line] of first) {
      const other = second.get(id);
      const page = byId.get(id);
      if (page === undefined || line.state !== "done" || other?.state !== "done") continue;
      const asked = { place: page.place, id, pair: [line, other] as const };
      const found = await this.#threads.ask("agreement", asked).catch(unlessInternal);
      if (found !== undefined) compared.push(found);
    }
    return { a, b, pages: compared.length, ...summariseAgreement(compared) };
  }

  /** The lines of the set's index with their pages and truths; a page that cannot be opened is left out. */
  async *exportLines(): AsyncGenerator<string> {
    const { pages } = await this.index();
    for (const { id, place } of pages) {
      const made = this.decidingLabels(id);
      const page = await this.#threads.ask("export", { place, made }).catch(unlessInternal);
      if (page !== undefined) yield page.line;
    }
  }

  /** The lines of a person's labels, for the pages as they are exported. */
  async *exportLabels(by: string): AsyncGenerator<string> {
    const { byId } = await this.index();
    for (const line of this.labels.linesOf(by).values()) {
      const place = byId.get(line.id)?.place;
      if (place === undefined) continue;
      const seen = await this.#threads.ask("anchor", { place, labels: [] }).catch(unlessInternal);
      const page = await this.#threads.ask("export", { place }).catch(unlessInternal);
      const isSame = page !== undefined && seen?.pageHash === line.pageHash;
      yield `${JSON.stringify(isSame ? { ...line, pageHash: page.pageHash } : line)}\n`;
    }
  }

  close(): void {
    this.#guesses.stop();
  }
}

/** One bad page never stops an export or a comparison. */
function unlessInternal(error: unknown): undefined {
  if (!(error instanceof NewsError) || error.code === "INTERNAL") throw error;
}

function keyOf(labels: readonly MadeLabel[]): string {
  return labels
    .map(({ node, role }) => `${node} ${role}`)
    .sort()
    .join();
}
