import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Document } from "./document.ts";
import { parseHtml } from "./parse.ts";
import { nodeAt, nodePath, nodePaths } from "./path.ts";

const allNodes = (document: Document) => Int32Array.from({ length: document.size }, (_, node) => node);
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "<p>",
        "<div>",
        "</div>",
        "<b>",
        "</b>",
        "<table>",
        "<td>",
        "<svg>",
        "</svg>",
        "<li>",
        "<br>",
      ),
      fc.constantFrom("<x-y>", "<odd[2]>", "<path/>", "text", "<!-- c -->", "<template>", "</template>"),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("nodePath", () => {
  test("counts siblings of the same name", () => {
    const document = parseHtml("<body>a<p>b</p>c<p>d<i>e</i></p>");
    expect(nodePath(document, 0)).toBe("/");
    expect(nodePath(document, document.size - 1)).toBe("/html[1]/body[1]/p[2]/i[1]/text()[1]");
    expect(nodePath(document, nodeAt(document, "/html/body/text()[2]"))).toBe("/html[1]/body[1]/text()[2]");
  });
  test("leads back to its node on any page", () => {
    fc.assert(
      fc.property(markup, (html) => {
        const document = parseHtml(html);
        for (const node of allNodes(document)) expect(nodeAt(document, nodePath(document, node))).toBe(node);
      }),
    );
  });
});

describe("nodeAt", () => {
  const document = parseHtml("<p>a<p>b");
  test("takes the first where a step has no index", () => {
    expect(nodeAt(document, "/html/body/p")).toBe(nodeAt(document, "/html[1]/body[1]/p[1]"));
  });
  test.each(["/html/body/p[3]", "/html/body/p[0]", "/body", "/html/body/p/b", "/html/body/[1]"])(
    "%s leads nowhere",
    (path) => {
      expect(nodeAt(document, path)).toBe(-1);
    },
  );
});

describe("nodePaths", () => {
  test("gives what nodePath gives, in the order asked", () => {
    fc.assert(
      fc.property(markup, (html) => {
        const document = parseHtml(html);
        const nodes = allNodes(document).reverse();
        expect(nodePaths(document, nodes)).toEqual(Array.from(nodes, (node) => nodePath(document, node)));
      }),
    );
  });
  test("does all of a hundred thousand siblings, where one by one would take minutes", () => {
    const document = parseHtml("<i></i>".repeat(100_000));
    const paths = nodePaths(document, allNodes(document));
    expect(paths.at(-1)).toBe("/html[1]/body[1]/i[100000]");
  });
});
