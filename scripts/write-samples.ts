import { writeFileSync } from "node:fs";
import { makeArticlePage } from "../test/newsroom/index.ts";

/** Three pages that the studio starts with: a plain one, one with boxes inside of the text, one without any structure. */
const ORDERS = [
  { look: "broadsheet-2023", language: "en", seed: 22, hardCases: ["standfirst", "block-quote"] },
  {
    look: "bem-2016",
    language: "en",
    seed: 23,
    hardCases: ["inline-promotion", "inline-related", "pull-quote"],
  },
  { look: "div-soup-2020", language: "en", seed: 24, hardCases: ["subscribe-plea", "comment-thread"] },
] as const;

/** The text of samples.data.ts. */
export function samplesModule(): string {
  const pages = ORDERS.map((order) => {
    const { url, html } = makeArticlePage(order);
    return `  {\n    name: ${JSON.stringify(order.look)},\n    url: ${JSON.stringify(url)},\n    html: ${quoted(html)},\n  },\n`;
  });
  return `/** Pages of the made-up newsroom, to try the studio with; \`node scripts/write-samples.ts\` writes them. */
export const SAMPLES: readonly { readonly name: string; readonly url: string; readonly html: string }[] = [
${pages.join("")}];
`;
}

/** As the formatter writes a text that holds more double quotes than single ones. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

if (import.meta.main)
  writeFileSync(new URL("../src/server/studio/samples.data.ts", import.meta.url), samplesModule());
