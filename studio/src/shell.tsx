import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Key, KeyList, useKeys } from "./parts/keys.tsx";
import { addressOf, type Route, type Screen } from "./routes.ts";
import { type Studio, THEMES, type Theme, useStudio } from "./state/studio.ts";

/** Screens of a set, in the order of the work. */
const OF_SET: readonly Screen[] = ["set", "label", "train", "compare", "why", "evaluate"];
/** Screens that also need a page. */
const OF_PAGE: ReadonlySet<Screen> = new Set(["label", "compare", "why"]);

/** The frame of every screen: navigation, unsaved changes, and announcements to screen readers. */
export function Shell({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const studio = useStudio();
  const { strings, router, said } = studio;
  const areKeysShown = useSignal(false);
  const route = router.route.value;
  useTitle(studio);
  useKeptFocus();
  useKeys({
    "?": () => {
      areKeysShown.value = true;
    },
  });
  return (
    <div class="shell" data-screen={route.screen}>
      <a class="skip" href="#main">
        {strings.app.skip}
      </a>
      <Header
        route={route}
        showKeys={() => {
          areKeysShown.value = true;
        }}
      />
      <Banner />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <div class="unseen" role="status" aria-live="polite" data-said>
        {said.value}
      </div>
      {areKeysShown.value && (
        <KeyList
          onClose={() => {
            areKeysShown.value = false;
          }}
        />
      )}
    </div>
  );
}

/** Names the tab after the screen, and moves the focus there when the screen has changed. */
function useTitle({ router, strings, announce }: Studio): void {
  const { screen, set, domain } = router.route.value;
  const isFirst = useRef(true);
  const place = [screen, set, domain].join(" ");
  useEffect(() => {
    const name = strings.screens[screen];
    document.title = strings.app.title(name);
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    document.getElementById("main")?.focus();
    announce(name);
  }, [place]);
}

/**
 * The focus is never lost: where its element is gone or disabled, the nearest element around it that is still
 * there gets it, so that the next Tab goes on from the same place.
 */
function useKeptFocus(): void {
  useEffect(() => {
    let path: readonly Element[] = [];
    const note = ({ target }: FocusEvent): void => {
      path = target instanceof Element ? ancestorsOf(target) : [];
    };
    const keep = (): void => {
      const [last] = path;
      if (last === undefined || document.activeElement !== document.body) return;
      if (last.isConnected && !last.matches(":disabled")) return;
      const next = path.find((each) => each.isConnected && !each.matches(":disabled") && each !== last);
      if (!(next instanceof HTMLElement) || next === document.body) return;
      if (!next.hasAttribute("tabindex")) next.tabIndex = -1;
      next.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(() => requestAnimationFrame(keep));
    document.addEventListener("focusin", note);
    watcher.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["disabled"],
    });
    return () => {
      document.removeEventListener("focusin", note);
      watcher.disconnect();
    };
  }, []);
}

function ancestorsOf(element: Element): readonly Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement)
    path.push(at);
  return path;
}

function Header({ route, showKeys }: { readonly route: Route; readonly showKeys: () => void }): JSX.Element {
  const { strings } = useStudio();
  const isOpen = useSignal(false);
  const place = `${route.screen} ${route.set}`;
  useEffect(() => {
    isOpen.value = false;
  }, [place]);
  return (
    <header class="bar" data-open={isOpen.value}>
      <a class="wordmark" href={addressOf("open")}>
        Galley
      </a>
      <button
        type="button"
        class="button menu-button"
        aria-expanded={isOpen.value}
        aria-controls="menu"
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {strings.app.menu}
      </button>
      <div id="menu" class="menu">
        <Screens route={route} />
        <div class="tools">
          <a href="/">{strings.app.reader}</a>
          <Person />
          <button type="button" class="button bare" onClick={showKeys} aria-keyshortcuts="?">
            {strings.app.moreKeys} <Key name="?" />
          </button>
          <ThemeChoice />
        </div>
      </div>
    </header>
  );
}

function Screens({ route }: { readonly route: Route }): JSX.Element {
  const { strings } = useStudio();
  const { screen, set, page } = route;
  const links: readonly Screen[] =
    set === null ? ["open", "train", "evaluate", "sites"] : [...OF_SET, "sites"];
  return (
    <nav class="screens" aria-label={strings.app.screens}>
      {links.map((name) => (
        <a
          key={name}
          href={addressOf(name, name === "sites" ? [] : [set, OF_PAGE.has(name) ? page : null])}
          aria-current={name === screen ? "page" : undefined}
        >
          {strings.screens[name]}
        </a>
      ))}
    </nav>
  );
}

function Person(): JSX.Element | null {
  const { strings, person } = useStudio();
  if (person.value === "") return null;
  return (
    <button
      type="button"
      class="button bare person"
      title={strings.person.change(person.value)}
      aria-label={strings.person.change(person.value)}
      onClick={() => {
        person.value = "";
      }}
    >
      <span aria-hidden="true">{person.value}</span>
    </button>
  );
}

function ThemeChoice(): JSX.Element {
  const { strings, theme } = useStudio();
  return (
    <label class="theme">
      <span class="unseen">{strings.app.theme}</span>
      <select
        value={theme.value}
        onChange={({ currentTarget }) => {
          theme.value = THEMES.find((each) => each === currentTarget.value) ?? ("auto" satisfies Theme);
        }}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {strings.app.themes[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Banner(): JSX.Element | null {
  const { strings, saves, isThere } = useStudio();
  const count = saves.unsaved.value.size;
  const failure = saves.failure.value;
  if (isThere.value && (count === 0 || failure === null)) return null;
  const isRefused = isThere.value && failure !== null;
  return (
    <div class="banner" role="alert">
      <p>
        {isRefused ? strings.save.refused(failure.message) : strings.save.away}{" "}
        {count > 0 && <strong>{strings.save.unsaved(count)}</strong>}
      </p>
      <button type="button" class="button" onClick={() => saves.flush()}>
        {strings.save.now}
      </button>
    </div>
  );
}
