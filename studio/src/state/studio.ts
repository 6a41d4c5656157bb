import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { SavedLabels, Session } from "../../../src/server/studio/contract.ts";
import { type Api, ApiFailure, makeApi } from "../api.ts";
import { makeRouter, type Router } from "../routes.ts";
import { en, type Strings } from "../strings/en.data.ts";
import { PageCache } from "./page-cache.ts";
import { SaveQueue } from "./save-queue.ts";
import { UndoLog } from "./undo-log.ts";

/** Light and dark, or what the system says. */
export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Whether the visitor is signed in: not known yet, yes, or asked for a token. */
export type Entry =
  | { readonly kind: "asking" }
  | { readonly kind: "in"; readonly session: Session }
  | { readonly kind: "locked"; readonly wasRefused: boolean }
  | { readonly kind: "failed"; readonly failure: ApiFailure };

/** What another tab has saved. */
export interface SavedElsewhere {
  readonly set: string;
  readonly page: string;
  /** Of the copy whose nodes the labels are. */
  readonly pageHash: string;
  readonly saved: SavedLabels;
}

/** All that the screens share. */
export interface Studio {
  readonly api: Api;
  readonly router: Router;
  readonly strings: Strings;
  readonly entry: ReadonlySignal<Entry>;
  /** Whether the server answered the last call. */
  readonly isThere: ReadonlySignal<boolean>;
  /** The name that labels are saved under; empty before one is chosen. */
  readonly person: Signal<string>;
  readonly theme: Signal<Theme>;
  readonly saves: SaveQueue;
  readonly pages: PageCache;
  readonly undo: UndoLog;
  /** Pages that cannot be shown and were passed over in this tab, as `SET PAGE`: the next page is none of them. */
  readonly passed: Set<string>;
  readonly elsewhere: ReadonlySignal<SavedElsewhere | null>;
  /** The last announcement to screen readers. */
  readonly said: ReadonlySignal<string>;
  announce(text: string): void;
  enter(token?: string): Promise<void>;
}

const NAME_KEY = "galley-name";
const THEME_KEY = "galley-theme";
const LANGUAGE_KEY = "galley-language";
const CHANNEL = "galley-studio";
const ASK_AGAIN_MS = 2000;

/** Makes the studio of a tab. */
export function makeStudio(window: Window & typeof globalThis, strings: Strings): Studio {
  const { localStorage } = window;
  const isThere = signal(true);
  const api = makeApi((reached) => {
    isThere.value = reached;
  });
  const channel = new window.BroadcastChannel(CHANNEL);
  const elsewhere = signal<SavedElsewhere | null>(null);
  channel.onmessage = ({ data }: MessageEvent<SavedElsewhere>) => {
    elsewhere.value = data;
  };
  const saves = new SaveQueue({
    save: api.save,
    storage: localStorage,
    tell: (saved) => channel.postMessage(saved),
  });
  const entry = signal<Entry>({ kind: "asking" });
  const person = keptSignal(localStorage, NAME_KEY, "");
  const theme = keptSignal(localStorage, THEME_KEY, "auto") as Signal<Theme>;
  const said = signal("");
  keepWork(window, saves, isThere, api);
  effect(() => {
    window.document.documentElement.dataset.theme = theme.value;
  });
  return {
    api,
    router: makeRouter(window),
    strings,
    entry,
    isThere,
    person,
    theme,
    saves,
    pages: new PageCache(api),
    undo: new UndoLog(window.sessionStorage),
    passed: new Set(),
    elsewhere,
    said,
    announce: (text) => {
      // Screen readers announce a repeated text only if it differs.
      said.value = said.peek() === text ? `${text}\u00a0` : text;
    },
    enter: async (token) => {
      entry.value = await askEntry(api, token);
      if (entry.value.kind === "in") saves.flush();
    },
  };
}

async function askEntry(api: Api, token: string | undefined): Promise<Entry> {
  try {
    return { kind: "in", session: await (token === undefined ? api.session() : api.enter(token)) };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    // A used token does no harm: its user has the cookie that it was traded for.
    if (token !== undefined && error.status !== 0) {
      const before = await askEntry(api, undefined);
      return before.kind === "locked" ? { kind: "locked", wasRefused: true } : before;
    }
    const isLocked = error.status === 401 || error.status === 403;
    return isLocked ? { kind: "locked", wasRefused: false } : { kind: "failed", failure: error };
  }
}

/** Polls the server until it is back, sends what is unsaved, and warns before a tab closes with unsaved labels. */
function keepWork(window: Window, saves: SaveQueue, isThere: Signal<boolean>, api: Api): void {
  effect(() => {
    if (isThere.value) {
      if (saves.unsaved.peek().size > 0) saves.flush();
      return;
    }
    const timer = setInterval(() => api.session().catch(() => undefined), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  });
  window.addEventListener("online", () => saves.flush());
  window.addEventListener("beforeunload", (event) => {
    if (saves.unsaved.peek().size > 0) event.preventDefault();
  });
}

function keptSignal(storage: Storage, key: string, otherwise: string): Signal<string> {
  const kept = signal(storage.getItem(key) ?? otherwise);
  effect(() => {
    try {
      storage.setItem(key, kept.value);
    } catch {
      // Kept for this visit only.
    }
  });
  return kept;
}

/** The strings of a visit: `?lang=pseudo` at its start is for tests. */
export async function loadStrings({ location, sessionStorage }: Window): Promise<Strings> {
  const language = new URLSearchParams(location.search).get("lang") ?? sessionStorage.getItem(LANGUAGE_KEY);
  if (language !== "pseudo") return en;
  sessionStorage.setItem(LANGUAGE_KEY, language);
  return (await import("../strings/pseudo.ts")).makePseudo();
}

const Context = createContext<Studio | null>(null);

/** Gives the studio to all screens below. */
export const StudioProvider = Context.Provider;

/** The studio of the tab. */
export function useStudio(): Studio {
  const studio = useContext(Context);
  if (studio === null) throw new Error("No studio around this component.");
  return studio;
}
