import { type ElementNode, el, type TreeNode, text } from "./tree.ts";

const VOID = new Set(["area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]);
const RAW = new Set(["script", "style"]);
const INLINE = new Set(["a", "abbr", "b", "code", "em", "font", "i", "small", "span", "strong", "time", "u"]);
const KEPT_TIGHT = new Set(["pre", "svg", "picture", "textarea", "head", "script", "style"]);

/** How a page's source is written. */
export interface Writing {
  readonly doctype: string;
  readonly tagCase: "lower" | "upper";
  readonly spacing: "indented" | "minified";
}

function wantsLineBreaks(node: ElementNode): boolean {
  if (KEPT_TIGHT.has(node.tag) || node.children.length === 0) return false;
  const elements = node.children.filter((child) => child.kind === "element");
  return elements.length === node.children.length && elements.some((child) => !INLINE.has(child.tag));
}

/** Writers of running text end the source line where they end the line on screen. */
function breakAfterBr(children: readonly TreeNode[]): TreeNode[] {
  return children.flatMap((child, index) => {
    const isBr = child.kind === "element" && child.tag === "br";
    return isBr && children[index + 1]?.kind === "element" ? [child, text("\n")] : [child];
  });
}

/** Puts the line breaks and spaces of an indented source into the tree, so that paths count them. */
export function indent(node: ElementNode, depth = 0): ElementNode {
  const children = node.children.map((child) =>
    child.kind === "element" ? indent(child, depth + 1) : child,
  );
  if (!wantsLineBreaks(node)) return { ...node, children: breakAfterBr(children) };
  const inner = `\n${"  ".repeat(Math.min(depth + 1, 12))}`;
  const spaced: TreeNode[] = children.flatMap((child) => [text(inner), child]);
  spaced.push(text(inner.slice(0, -2)));
  return { ...node, children: spaced };
}

const escapeText = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const escapeAttribute = (value: string): string => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

function write(node: TreeNode, upper: boolean, out: string[]): void {
  if (node.kind === "text") {
    out.push(escapeText(node.text));
    return;
  }
  const tag = upper ? node.tag.toUpperCase() : node.tag;
  out.push("<", tag);
  for (const [name, value] of Object.entries(node.attributes)) {
    if (value === undefined) continue;
    out.push(" ", upper ? name.toUpperCase() : name);
    if (value !== "") out.push('="', escapeAttribute(value), '"');
  }
  out.push(">");
  if (VOID.has(node.tag)) return;
  for (const child of node.children) {
    if (child.kind === "text" && RAW.has(node.tag)) out.push(child.text);
    else write(child, upper, out);
  }
  out.push("</", tag, ">");
}

/** Writes a whole page so that a parser rebuilds exactly this tree. */
export function serialise(html: ElementNode, writing: Writing): string {
  const out: string[] = writing.doctype === "" ? [] : [writing.doctype, "\n"];
  write(html, writing.tagCase === "upper", out);
  return out.join("");
}

/** A script or style element; its text must not close itself. */
export function raw(
  tag: "script" | "style",
  attributes: Record<string, string>,
  content: string,
): ElementNode {
  return el(tag, attributes, content.replaceAll("</", "<\\/"));
}
