import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { NodeLabel, SavedLabels } from "../../../../src/server/studio/contract.ts";
import type { Look } from "../../api.ts";
import { type Mode, type Role, sameLabels, withLabel, withoutNode } from "../../labels/labels.ts";
import type { LoadedPage } from "../../state/page-cache.ts";
import type { Draft } from "../../state/save-queue.ts";
import type { Studio } from "../../state/studio.ts";
import type { PageTree, Step } from "../../tree/page-tree.ts";

/** The name that settled labels are saved under. */
export const SETTLED = "settled";
const SNIPPET_LENGTH = 60;

/** One page and one person: labels, selection and pointer, and all actions on them. */
export class LabelDesk {
  readonly page: LoadedPage;
  readonly by: string;
  readonly picked: Signal<number | null> = signal(null);
  readonly hovered: Signal<number | null> = signal(null);
  readonly #studio: Studio;
  readonly #draft: Signal<Draft>;
  /** Whether the pointer moved after the last step by keys: then it decides which node is meant. */
  #isPointing = false;
  /** The nodes that `[` went out of, for `]` to go back into. */
  #widened: number[] = [];

  constructor(studio: Studio, page: LoadedPage, by: string) {
    this.#studio = studio;
    this.page = page;
    this.by = by;
    const { view, set } = page;
    const latest = studio.saves.latest(set, view.id, by);
    // Labels of another copy of the page are where the server has found them again.
    const isHere = latest?.pageHash === view.pageHash;
    if (!isHere) studio.saves.know(this.#place, view.labels);
    const guess = { labels: view.guess, state: "open", reason: null } as const;
    this.#draft = signal((isHere ? latest : draftOf(view.labels)) ?? guess);
  }

  get tree(): PageTree {
    return this.page.tree;
  }

  get draft(): ReadonlySignal<Draft> {
    return this.#draft;
  }

  readonly labels: ReadonlySignal<readonly NodeLabel[]> = computed(() => this.#draft.value.labels);

  /** Whether the labels are those of the extractor, which nobody has confirmed. */
  get isGuess(): boolean {
    return this.#draft.value.state === "open" && sameLabels(this.#draft.value.labels, this.page.view.guess);
  }

  point(node: number | null): void {
    this.hovered.value = node;
    this.#isPointing = node !== null;
  }

  pick(node: number | null): void {
    this.picked.value = node;
    this.#isPointing = false;
    this.#widened = [];
  }

  /** Walks from the picked node; the first step picks the body, or the root. */
  walk(step: Step): void {
    const from = this.picked.value;
    const start = this.labels.value.find(({ role }) => role === "body")?.node ?? this.tree.nodeAt(0);
    const next = from === null ? start : this.tree.step(from, step);
    if (next !== null) this.pick(next);
  }

  widen(): void {
    const from = this.#target();
    const wider = from === null ? null : this.tree.widen(from);
    if (from === null || wider === null) return;
    const path = [...this.#widened, from];
    this.pick(wider);
    this.#widened = path;
  }

  narrow(): void {
    const back = this.#widened.at(-1);
    const from = this.#target();
    const path = this.#widened.slice(0, -1);
    const inner = back ?? (from === null ? null : this.tree.narrow(from));
    if (inner === null) return;
    this.pick(inner);
    this.#widened = path;
  }

  /** Gives the node that is pointed at, or selected, a role. */
  label(role: Role, mode: Mode = "replace"): void {
    const { strings, announce } = this.#studio;
    const node = this.#target();
    if (node === null) {
      announce(strings.label.none);
      return;
    }
    const labels = withLabel(this.labels.value, this.tree, { node, role }, mode);
    const isGiven = labels.some((label) => label.node === node && label.role === role);
    const name = strings.roles[role];
    const what = isGiven ? strings.label.labelled(name, this.snippet(node)) : strings.label.unlabelled(name);
    this.pick(node);
    this.#change({ labels, state: "open", reason: null }, what);
    announce(what);
  }

  unlabel(node: number): void {
    const { strings, announce } = this.#studio;
    const role = this.labels.value.find((label) => label.node === node)?.role;
    if (role === undefined) return;
    const what = strings.label.unlabelled(strings.roles[role]);
    this.#change({ labels: withoutNode(this.labels.value, node), state: "open", reason: null }, what);
    announce(what);
  }

  confirm(): void {
    const { strings } = this.#studio;
    this.#change({ labels: this.labels.value, state: "done", reason: null }, strings.label.confirm);
  }

  skip(reason: string): void {
    const { strings } = this.#studio;
    this.#change({ labels: this.labels.value, state: "skipped", reason }, strings.label.skipped(reason));
  }

  /** Settles a conflict: the choice is saved under a name that takes precedence over everybody's labels. */
  settle(labels: readonly NodeLabel[]): void {
    const before = this.page.view.others.find(({ by }) => by === SETTLED) ?? null;
    this.#studio.saves.know({ ...this.#place, by: SETTLED }, before);
    saveDraft(this.#studio, { ...this.#place, by: SETTLED, draft: { labels, state: "done", reason: null } });
  }

  restore(before: Draft): void {
    this.#draft.value = before;
    saveDraft(this.#studio, { ...this.#place, draft: before });
  }

  /** Shows the person's labels of this copy that were saved elsewhere; what is unsaved here stays. */
  receive(saved: SavedLabels | null): boolean {
    const { saves } = this.#studio;
    const { set, view } = this.page;
    if (saved?.by !== this.by || saves.find(set, view.id, this.by) !== undefined) return false;
    saves.know(this.#place, saved);
    const draft = draftOf(saved);
    const { labels, state, reason } = this.#draft.value;
    if (
      draft === null ||
      (sameLabels(draft.labels, labels) && draft.state === state && draft.reason === reason)
    ) {
      return false;
    }
    this.#draft.value = draft;
    return true;
  }

  snippet(node: number): string {
    const leaves = this.tree.leavesOf(node);
    const text = leaves
      .slice(0, SNIPPET_LENGTH)
      .map((leaf) => this.tree.textOf(leaf))
      .join(" ");
    return text.length > SNIPPET_LENGTH ? `${text.slice(0, SNIPPET_LENGTH).trimEnd()}…` : text;
  }

  #target(): number | null {
    return this.#isPointing ? this.hovered.value : this.picked.value;
  }

  get #place(): Place {
    const { set, view, look } = this.page;
    return { set, page: view.id, by: this.by, pageHash: view.pageHash, look };
  }

  #change(after: Draft, what: string): void {
    this.#studio.undo.push({ ...this.#place, before: this.#draft.value, what });
    this.#draft.value = after;
    saveDraft(this.#studio, { ...this.#place, draft: after });
  }
}

/** The person and the page of some labels. */
interface Place {
  readonly set: string;
  readonly page: string;
  readonly by: string;
  readonly pageHash: string;
  readonly look: Look;
}

/** Saves a person's labels of a page; on its way to the disk when this returns, and kept in the browser until then. */
export function saveDraft({ saves, pages }: Studio, given: Place & { readonly draft: Draft }): void {
  const { set, page, by, pageHash, look, draft } = given;
  const { labels, state, reason } = draft;
  saves.put({
    set,
    page,
    look,
    save: {
      by,
      pageHash,
      labels: [...labels],
      state,
      ...(reason === null ? {} : { reason }),
      revision: null,
    },
  });
  pages.drop(set, page, by);
}

function draftOf(saved: SavedLabels | null): Draft | null {
  return saved === null ? null : { labels: saved.labels, state: saved.state, reason: saved.reason };
}
