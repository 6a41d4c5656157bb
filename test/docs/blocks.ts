/** A fenced block of a document, with what it needs and what it should print. */
export interface Block {
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** From a comment `<!-- needs: data -->` on the line before. */
  readonly needs: string | undefined;
  /** The block that follows with nothing between: the output of this one. */
  readonly output: { readonly language: string; readonly code: string } | undefined;
}

const FENCE = /^(`{3,})([^\n]*)\n([\s\S]*?)^\1[ \t]*$/gm;
const NEEDS = /<!--\s*needs:\s*([a-z]+)\s*-->\s*$/;

/** Languages that can be run; whatever follows one of them at once is its output. */
export const RUNNABLE: ReadonlySet<string> = new Set(["sh", "ts", "js", "python"]);

/** The fenced blocks of a Markdown text, an output joined to the block that prints it. */
export function blocksOf(markdown: string): readonly Block[] {
  const found = [...markdown.matchAll(FENCE)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    language: match[2]?.trim() ?? "",
    code: match[3] ?? "",
  }));
  const isOutput = (index: number): boolean => {
    const [before, block] = [found[index - 1], found[index]];
    if (before === undefined || block === undefined) return false;
    const nothingBetween = markdown.slice(before.end, block.start).trim() === "";
    return nothingBetween && RUNNABLE.has(before.language) && !RUNNABLE.has(block.language);
  };
  return found.flatMap(({ start, language, code }, index) => {
    if (isOutput(index)) return [];
    const before = markdown.slice(0, start);
    const output = isOutput(index + 1) ? found[index + 1] : undefined;
    return [{ line: before.split("\n").length, language, code, needs: NEEDS.exec(before)?.[1], output }];
  });
}

/** The relative addresses that a Markdown text links to, without their fragments. */
export function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replace(FENCE, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
    .map((match) => match[1]?.split("#")[0] ?? "")
    .filter((address) => address !== "" && !/^[a-z]+:/i.test(address));
}
