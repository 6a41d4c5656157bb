import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parse,
  parseFragment,
  html as vocabulary,
} from "parse5";
import { NewsError } from "../errors/index.ts";
import { cutMarkup } from "./cut-markup.ts";
import type { Document } from "./document.ts";
import { isStreamedPlace, placeStreamedParts } from "./streamed-parts.ts";
import { TreeWriter } from "./tree-writer.ts";

type ParseNode = DefaultTreeAdapterTypes.Node;
type ParseElement = DefaultTreeAdapterTypes.Element;

const { NS } = vocabulary;
const PREFIXES: ReadonlyMap<string, string> = new Map([
  [NS.SVG, "svg:"],
  [NS.MATHML, "math:"],
]);

/**
 * The standard copies unclosed formatting elements into every block that follows: 60 KB of them ask for 8 million
 * elements. Markup that asks for no copies writes at least 11 characters for four elements (`<table><td>`).
 */
const ELEMENTS_PER_CHARACTER = 0.5;
/** Copies that any page may ask for: small ones are the ones broken worst. */
const SPARE_ELEMENTS = 10_000;
/** The most whatever the length: about 0.8 GB and 5 seconds. Of 4,994 real pages the largest has 22,585. */
const MAX_ELEMENTS = 2_000_000;

/** The tree a browser without scripts would build, as arrays in document order; throws PAGE_TOO_DEEP where it has no bounds. */
export function parseHtml(html: string): Document {
  const counter = new ElementCounter(html.length);
  const cut = cutMarkup(html);
  const { childNodes } = parse(cut.html, { scriptingEnabled: false, treeAdapter: counter.adapter });
  if (counter.hasPlaces) placeStreamedParts(childNodes);
  const writer = new TreeWriter(counter.count, cut.cuts);
  writer.open("", []);
  writeNodes(childNodes, writer);
  writer.close();
  return writer.finish();
}

/** Adds what the text of a `noscript` holds, which is markup only where no scripts run, to the element that is open. */
export function writeNoscript(html: string, writer: TreeWriter): void {
  const { adapter } = new ElementCounter(html.length);
  // Inside a noscript the parser would read text, whatever it is told of scripts.
  const context = defaultTreeAdapter.createElement("div", NS.HTML, []);
  const { childNodes } = parseFragment(context, html, { scriptingEnabled: false, treeAdapter: adapter });
  writeNodes(childNodes, writer);
}

/** Counts the elements that the parser makes, and stops it where they have no bounds. */
class ElementCounter {
  count = 0;
  /** Whether a template waits for a part that is streamed. */
  hasPlaces = false;
  readonly adapter: typeof defaultTreeAdapter;

  constructor(sourceLength: number) {
    const bound = Math.min(MAX_ELEMENTS, sourceLength * ELEMENTS_PER_CHARACTER + SPARE_ELEMENTS);
    const createElement: typeof defaultTreeAdapter.createElement = (name, namespace, attributes) => {
      if (++this.count > bound) {
        throw new NewsError("PAGE_TOO_DEEP", `The markup makes more than ${Math.floor(bound)} elements.`);
      }
      if (name === "template" && isStreamedPlace(attributes)) this.hasPlaces = true;
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    };
    this.adapter = { ...defaultTreeAdapter, createElement };
  }
}

function writeNodes(top: readonly ParseNode[], writer: TreeWriter): void {
  // An explicit stack: pages nest deeper than the call stack allows.
  const lists: (readonly ParseNode[])[] = [top];
  const positions: number[] = [0];
  let depth = 0;
  let list = top;
  let at = 0;
  for (;;) {
    if (at >= list.length) {
      if (depth === 0) return;
      writer.close();
      depth--;
      list = lists[depth]!;
      at = positions[depth]!;
      continue;
    }
    const node = list[at++]!;
    if (node.nodeName === "#text") {
      if ("value" in node) writer.text(node.value);
    } else if ("attrs" in node) {
      writer.open(nameOf(node), node.attrs);
      positions[depth] = at;
      depth++;
      list = "content" in node ? node.content.childNodes : node.childNodes;
      lists[depth] = list;
      at = 0;
    }
  }
}

function nameOf(element: ParseElement): string {
  if (element.namespaceURI === NS.HTML) return element.tagName;
  if (element.tagName === "svg" || element.tagName === "math") return element.tagName;
  return (PREFIXES.get(element.namespaceURI) ?? "") + element.tagName.toLowerCase();
}
