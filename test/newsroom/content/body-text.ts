import type { Block, Story } from "./story.ts";

function blockText(block: Block): string | undefined {
  switch (block.kind) {
    case "paragraph":
      return block.spans.map((span) => span.text).join("");
    case "credited":
    case "heading":
    case "quote":
    case "code":
    case "correction":
      return block.text;
    case "list":
      return block.items.join("\n");
    case "table":
      return [block.head, ...block.rows].map((row) => row.join("\t")).join("\n");
    case "live":
      return [block.entry.title, ...block.entry.paragraphs].join("\n\n");
    default:
      return undefined;
  }
}

/** The text of the article, as a perfect extractor would give it. */
export function bodyText(story: Pick<Story, "standfirst" | "blocks">): string {
  const parts = [story.standfirst ?? undefined, ...story.blocks.map(blockText)];
  return parts.filter((part) => part !== undefined).join("\n\n");
}
