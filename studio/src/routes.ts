import { type ReadonlySignal, signal } from "@preact/signals";

/** The screens, each with an address of its own. */
export const SCREENS = [
  "open",
  "set",
  "label",
  "agree",
  "train",
  "compare",
  "why",
  "evaluate",
  "sites",
] as const;
export type Screen = (typeof SCREENS)[number];

/** What an address says: the screen, its set and page (or its site), and the rest as a query. */
export interface Route {
  readonly screen: Screen | "unknown";
  readonly set: string | null;
  readonly page: string | null;
  readonly domain: string | null;
  readonly query: Readonly<Record<string, string>>;
}

const BASE = "/studio";

/** The route of an address of the studio. */
export function readRoute(pathname: string, search: string): Route {
  const parts = pathname
    .slice(BASE.length)
    .split("/")
    .filter((part) => part !== "")
    .map(decodePart);
  const [name = "open", first = null, second = null] = parts;
  const screen = SCREENS.find((each) => each === name) ?? "unknown";
  const isSite = screen === "sites";
  return {
    screen,
    set: isSite ? null : first,
    page: isSite ? null : second,
    domain: isSite ? first : null,
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** A part that is not valid percent-encoding stays unchanged. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a route; absent and empty parts of the query are left out. */
export function addressOf(
  screen: Screen,
  path: readonly (string | null | undefined)[] = [],
  query: Readonly<Record<string, string | null | undefined>> = {},
): string {
  const parts = path.flatMap((part) => (part == null ? [] : [encodeURIComponent(part)]));
  const start = screen === "open" ? `${BASE}/` : [BASE, screen, ...parts].join("/");
  const given = Object.entries(query).flatMap(([name, value]) =>
    value == null || value === "" ? [] : [[name, value]],
  );
  return given.length === 0 ? start : `${start}?${new URLSearchParams(given)}`;
}

/** The place in the app, kept in step with the address of the tab. */
export interface Router {
  readonly route: ReadonlySignal<Route>;
  go(address: string): void;
  /** Changes the address without a step in the history: the view changed, not the place. */
  replace(address: string): void;
  close(): void;
}

/** Follows the address of a window, and the links that are clicked in it. */
export function makeRouter(window: Window): Router {
  const { location, history, document } = window;
  const here = (): Route => readRoute(location.pathname, location.search);
  const route = signal(here());
  const show = (): void => {
    route.value = here();
  };
  const go = (address: string): void => {
    if (address === location.pathname + location.search) return;
    history.pushState(null, "", address);
    show();
  };
  const onClick = (event: MouseEvent): void => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!isPlain || link === null || event.defaultPrevented) return;
    if (link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.hash !== "") return;
    const isOurs = link.pathname === BASE || link.pathname.startsWith(`${BASE}/`);
    if (!isOurs || link.pathname.startsWith(`${BASE}/api/`)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  };
  window.addEventListener("popstate", show);
  document.addEventListener("click", onClick);
  return {
    route,
    go,
    replace: (address) => {
      history.replaceState(null, "", address);
      show();
    },
    close: () => {
      window.removeEventListener("popstate", show);
      document.removeEventListener("click", onClick);
    },
  };
}
