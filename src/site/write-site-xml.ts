import { escapeText, escapeValue } from "../assemble/index.ts";
import { dropUnseen } from "../text/index.ts";
import type { MinedArticle, MinedSite } from "./mined-site.ts";
import type { Concept } from "./taxonomy/index.ts";

/** A mined site as XML: its concepts nested as in the taxonomy, the articles of each inside of it. */
export function siteToXml({ site, home, made, articles, taxonomy }: MinedSite): string {
  const shelves = {
    narrower: Map.groupBy(taxonomy.concepts, ({ broader }) => broader),
    instances: Map.groupBy(articles, ({ concept }) => concept ?? undefined),
  };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<site${attributes({ name: site, url: home, made })}>`,
    ...writeInside(undefined, shelves, "  "),
    "</site>",
  ];
  return `${lines.join("\n")}\n`;
}

/** What stands under a concept, by its id; under none where there is no id. */
interface Shelves {
  readonly narrower: ReadonlyMap<string | undefined, readonly Concept[]>;
  readonly instances: ReadonlyMap<string | undefined, readonly MinedArticle[]>;
}

// Taxonomies are as deep as sites nest their sections, a few steps.
function writeInside(id: string | undefined, shelves: Shelves, indent: string): readonly string[] {
  const concepts = (shelves.narrower.get(id) ?? []).flatMap((concept) => {
    const [label] = concept.labels;
    const start = `${indent}<concept${attributes({ label: label?.text ?? concept.id, url: label?.urls[0] })}`;
    const inside = writeInside(concept.id, shelves, `${indent}  `);
    return inside.length === 0 ? [`${start}/>`] : [`${start}>`, ...inside, `${indent}</concept>`];
  });
  const articles = (shelves.instances.get(id) ?? []).map(
    ({ url, title }) => `${indent}<article${attributes({ url })}>${escapeText(dropUnseen(title))}</article>`,
  );
  return [...concepts, ...articles];
}

function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeValue(dropUnseen(value))}"`))
    .join("");
}
