/** A tool to measure: where it comes from and how it is asked. */
export interface Tool {
  readonly id: string;
  /** Who installs it; `build` is this repository's own build, which needs no installing. */
  readonly from: "npm" | "pip" | "go" | "build";
  /** Packages with their versions; the first is the tool itself. */
  readonly packages: readonly (readonly [name: string, version: string])[];
  /** Versions of packages that those need, in place of ones that npm cannot get. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** The files in `adapters/` that ask it; the first is run. */
  readonly adapter: readonly [string, ...string[]];
  /** The arguments of the adapter. */
  readonly args?: readonly string[];
  /** What the adapter sets, in words; everything else is the tool's default. */
  readonly settings: string;
}

/** The newest versions on 2026-11-18, except that linkedom 0.18.15 and jsdom 31 miss a dependency. */
export const TOOLS: readonly Tool[] = [
  {
    id: "trafilatura",
    from: "pip",
    packages: [
      ["trafilatura", "2.3.1"],
      ["lxml", "6.1.3"],
      // jusText needs it and does not declare it.
      ["lxml_html_clean", "0.4.6"],
      ["jusText", "3.0.2"],
      ["htmldate", "1.11.0"],
      ["courlan", "1.4.0"],
    ],
    // Not trafilatura.py, which Python would import in place of the package.
    adapter: ["ask-trafilatura.py", "serve.py"],
    settings: '`extract` with fall-backs, tables, no comments, `output_format="txt"`, the address',
  },
  {
    id: "resiliparse",
    from: "pip",
    packages: [["resiliparse", "1.1.0"]],
    adapter: ["ask-resiliparse.py", "serve.py"],
    settings:
      "`extract_plain_text` with `main_content`, formatting; no bullets, alternative texts, links, comments or post data",
  },
  {
    id: "rs-trafilatura",
    from: "npm",
    packages: [
      ["contextractor", "0.4.14"],
      // Its crawler would bring the newer one.
      ["linkedom", "0.18.14"],
    ],
    adapter: ["rs-trafilatura.mjs", "serve.mjs"],
    settings:
      "the native engine in contextractor; balanced, tables, no comments, no links, format `txt`, the address",
  },
  {
    id: "dom-smoothie",
    from: "npm",
    packages: [["dom-smoothie-js", "0.16.0"]],
    adapter: ["dom-smoothie.mjs", "serve.mjs"],
    settings: "`text_mode` `Formatted`, so that paragraphs stay apart; the address",
  },
  {
    id: "readability",
    from: "npm",
    packages: [
      ["@mozilla/readability", "0.6.0"],
      ["linkedom", "0.18.14"],
    ],
    adapter: ["readability.mjs", "serve.mjs", "document.mjs"],
    settings: "defaults, on linkedom's document; its `content` as text",
  },
  {
    id: "defuddle",
    from: "npm",
    packages: [
      ["defuddle", "0.19.4"],
      ["linkedom", "0.18.14"],
    ],
    adapter: ["defuddle.mjs", "serve.mjs", "document.mjs"],
    settings:
      "`defuddle/node` on linkedom's document, no fetching (`useAsync: false`), the address; its `content` as text",
  },
  {
    id: "readability-jsdom",
    from: "npm",
    packages: [
      ["@mozilla/readability", "0.6.0"],
      ["jsdom", "30.1.3"],
    ],
    adapter: ["readability-jsdom.mjs", "serve.mjs"],
    settings: "defaults, on jsdom's document without scripts, the address; its `content` as text",
  },
  {
    id: "article-extractor",
    from: "npm",
    packages: [
      ["@extractus/article-extractor", "9.0.1"],
      ["linkedom", "0.18.14"],
    ],
    adapter: ["article-extractor.mjs", "serve.mjs"],
    settings: "`extractFromHtml` with its defaults, the address; its `content` as text",
  },
  {
    id: "postlight",
    from: "npm",
    packages: [["@postlight/parser", "2.2.3"]],
    // It depends on a fork that is only on GitHub, used to find further pages.
    overrides: { difflib: "0.2.4" },
    adapter: ["postlight.mjs", "serve.mjs"],
    settings:
      "`parse` with the page's markup, no further pages, the address or a made-up one; its `content` as text",
  },
  {
    id: "newspaper4k",
    from: "pip",
    packages: [
      ["newspaper4k", "0.9.6"],
      ["lxml", "6.1.3"],
      ["lxml_html_clean", "0.4.6"],
    ],
    adapter: ["ask-newspaper.py", "serve.py"],
    settings: "`Article` with the page's markup, no pictures, the address or a made-up one",
  },
  {
    id: "go-trafilatura",
    from: "go",
    packages: [["github.com/markusmobius/go-trafilatura", "1.12.2"]],
    adapter: ["go-trafilatura.go"],
    settings: "`Extract` with fall-backs, tables, no comments, the address; built by the installed Go",
  },
];
