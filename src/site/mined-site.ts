import { escapeText, escapeValue } from "../assemble/index.ts";
import type { SiteProfile } from "../page/index.ts";
import { dropUnseen } from "../text/index.ts";
import type { ArticleLink } from "./fronts.ts";
import type { SiteWarning } from "./source/page-source.ts";
import type { Concept, Taxonomy } from "./taxonomy/taxonomy.ts";
import type { ProfileDrift } from "./template/mine-profile.ts";

/** A page that announces articles. */
export interface SectionPage {
  /** The id of the page in its source. */
  readonly id: string;
  readonly url: string;
  /** Articles that it announces. */
  readonly articles: number;
}

/** An article of a mined site. */
export interface MinedArticle extends ArticleLink {
  /** The id of the concept that it is an instance of; `null` if the site does not say. */
  readonly concept: string | null;
}

/** What was mined from one site. */
export interface MinedSite {
  readonly format: "galley-site";
  readonly version: 1;
  /** The registrable domain, or a placeholder if the pages have no address. */
  readonly site: string;
  readonly home: string;
  /** When it was mined, ISO 8601. */
  readonly made: string;
  /** The home page first, then the sections in the order of the crawl. */
  readonly sections: readonly SectionPage[];
  readonly articles: readonly MinedArticle[];
  readonly taxonomy: Taxonomy;
  readonly profile: SiteProfile;
  /** How well the articles fit the profile of the previous run; undefined if there was none. */
  readonly drift?: ProfileDrift | undefined;
  readonly warnings: readonly SiteWarning[];
  readonly failures: readonly { readonly id: string; readonly code: string; readonly message: string }[];
}

/** Writes a mined site as hierarchical XML, the paper's output: concepts nested as in the taxonomy, with their articles. */
export function siteToXml({ site, home, made, articles, taxonomy }: MinedSite): string {
  const children = {
    narrower: Map.groupBy(taxonomy.concepts, ({ broader }) => broader),
    instances: Map.groupBy(articles, ({ concept }) => concept ?? undefined),
  };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<site${attributes({ name: site, url: home, made })}>`,
    ...writeChildren(undefined, children, "  "),
    "</site>",
  ];
  return `${lines.join("\n")}\n`;
}

/** The children of each concept by its id, of the root by undefined. */
interface Children {
  readonly narrower: ReadonlyMap<string | undefined, readonly Concept[]>;
  readonly instances: ReadonlyMap<string | undefined, readonly MinedArticle[]>;
}

// Recursion is safe: sites nest their sections only a few levels deep.
function writeChildren(id: string | undefined, children: Children, indent: string): readonly string[] {
  const concepts = (children.narrower.get(id) ?? []).flatMap((concept) => {
    const [label] = concept.labels;
    const start = `${indent}<concept${attributes({ label: label?.text ?? concept.id, url: label?.urls[0] })}`;
    const inside = writeChildren(concept.id, children, `${indent}  `);
    return inside.length === 0 ? [`${start}/>`] : [`${start}>`, ...inside, `${indent}</concept>`];
  });
  const articles = (children.instances.get(id) ?? []).map(
    ({ url, title }) => `${indent}<article${attributes({ url })}>${escapeText(dropUnseen(title))}</article>`,
  );
  return [...concepts, ...articles];
}

function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeValue(dropUnseen(value))}"`))
    .join("");
}
