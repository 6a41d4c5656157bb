import { Markup, markup, type Piece } from "./markup.ts";

/** The themes of the reader; `auto` is that of the reader's screen. */
const THEMES = ["auto", "light", "sepia", "dark"] as const;
const SIZES = ["small", "medium", "large", "huge"] as const;

/** How a reader likes pages to look. */
export interface Look {
  readonly theme: (typeof THEMES)[number];
  readonly size: (typeof SIZES)[number];
}

/** The look without a choice. */
const DEFAULT_LOOK: Look = { theme: "auto", size: "medium" };

/** The name of the cookie that keeps a look. */
export const LOOK_COOKIE = "galley-look";

/** The look that the Cookie header of a request asks for, with defaults for unknown words. */
export function readLook(cookies: string | undefined): Look {
  const [, theme, size] = /(?:^|;\s*)galley-look=([a-z]+)\.([a-z]+)(?:;|$)/.exec(cookies ?? "") ?? [];
  return asLook(theme, size);
}

/** A look of two words, with defaults for unknown ones. */
export function asLook(theme: string | undefined, size: string | undefined): Look {
  return {
    theme: THEMES.find((each) => each === theme) ?? DEFAULT_LOOK.theme,
    size: SIZES.find((each) => each === size) ?? DEFAULT_LOOK.size,
  };
}

/** A page of the reader. */
export interface ReaderPage {
  readonly title: string;
  /** The path and query of the page itself, to come back to. */
  readonly here: string;
  readonly look: Look;
  /** What was searched for. */
  readonly query?: string | undefined;
  readonly main: Piece;
  /** Beside the main part on a wide screen, below it on a narrow one. */
  readonly aside?: Piece;
}

/** A whole page of the reader; works without script, which only adds keys. */
export function writePage({ title, here, look, query = "", main, aside }: ReaderPage): string {
  const wide = aside === undefined ? "plain" : "with-aside";
  return markup`<!doctype html>
<html lang="en" data-theme="${look.theme}" data-size="${look.size}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${look.theme === "auto" ? "light dark" : look.theme === "dark" ? "dark" : "light"}">
<title>${title === "Galley" ? title : `${title} - Galley`}</title>
<link rel="stylesheet" href="/reader/style.css">
<link rel="icon" href="data:,">
<script src="/reader/keys.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="bar">
<a class="name" href="/">Galley</a>
<form class="search" action="/" role="search">
<label for="q" class="unseen">Search the library</label>
<input id="q" name="q" type="search" value="${query}" placeholder="Search" maxlength="1000" autocomplete="off">
<button>Search</button>
</form>
<nav aria-label="Reader">
<a href="/reader/sources">Sources</a>
<a href="/reader/help" data-key="?">Shortcuts</a>
</nav>
${lookForm(here, look)}
</header>
<div class="${wide}">
<main id="main" tabindex="-1">
${main}
</main>
${aside === undefined ? "" : markup`<aside aria-label="Sources">${aside}</aside>`}
</div>
</body>
</html>
`.text;
}

function lookForm(here: string, look: Look): Markup {
  return markup`<details class="look">
<summary>Look</summary>
<form action="/reader/look">
<input type="hidden" name="back" value="${here}">
${choices("theme", "Theme", THEMES, look.theme)}
${choices("size", "Text size", SIZES, look.size)}
<button>Apply</button>
</form>
</details>`;
}

function choices(name: string, legend: string, words: readonly string[], chosen: string): Markup {
  const choice = (word: string) =>
    markup`<label><input type="radio" name="${name}" value="${word}"${new Markup(word === chosen ? " checked" : "")}> ${word}</label>`;
  return markup`<fieldset><legend>${legend}</legend>${words.map(choice)}</fieldset>`;
}

/** A link with a query, its empty values left out. */
export function linkTo(
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === "" ? path : `${path}?${search}`;
}

/** A `time` element that shows the day. */
export function timeOf(stated: string | number): Markup {
  const iso = typeof stated === "number" ? new Date(stated).toISOString() : stated;
  return markup`<time datetime="${iso}" dir="ltr">${iso.slice(0, 10)}</time>`;
}

/** A `time` element that shows day and minute. */
export function minuteOf(ms: number): Markup {
  const iso = new Date(ms).toISOString();
  return markup`<time datetime="${iso}" dir="ltr">${iso.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** The page that explains keys and search. */
export function writeHelp(here: string, look: Look): string {
  const keys: readonly (readonly [key: string, use: string])[] = [
    ["j", "the next article; in a list, down"],
    ["k", "the previous article; in a list, up"],
    ["Enter", "opens the chosen article of a list"],
    ["/", "to the search"],
    ["?", "this page"],
  ];
  const row = ([key, use]: (typeof keys)[number]) =>
    markup`<tr><th scope="row"><kbd>${key}</kbd></th><td>${use}</td></tr>`;
  const main = markup`<h1>Shortcuts and search</h1>
<table class="keys"><tbody>${keys.map(row)}</tbody></table>
<p>Everything is also a link or a button. The search takes words, "phrases", AND, OR, NOT, site:, source:, author:, lang: and topic:. Programs use the <a href="/docs">API</a>.</p>`;
  return writePage({ title: "Shortcuts and search", here, look, main });
}
