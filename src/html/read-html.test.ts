import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Document, NODE_KIND, rawText, tagName } from "./document.ts";
import { FILE_SIGNATURES } from "./file-signatures.data.ts";
import { checkInput, isTruncated, readHtml } from "./read-html.ts";
import { TAG } from "./tags.ts";

const encode = (html: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(html);

/** All that a document says, a line a node. */
function linesOf(document: Document): string[] {
  const { attributes, attributeStart, textStart, textEnd } = document;
  return Array.from({ length: document.size }, (_, node) => {
    const pairs: string[] = [];
    for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
      const { text, from, to } = attributes.rangeAt(at);
      pairs.push(`${attributes.nameAt(at)}=${attributes.valueAt(at)}=${text.slice(from, to)}`);
    }
    const name = `${document.tag[node]} ${tagName(document, node)}`;
    return [name, ...pairs, rawText(document, node), textStart[node], textEnd[node]].join(" | ");
  });
}

test("reads bytes into a document and says their encoding", () => {
  const { document, encoding, warnings } = readHtml(
    new TextEncoder().encode("<meta charset=utf-8><p>Zażółć</p>"),
  );
  expect(rawText(document, 0)).toBe("Zażółć");
  expect(encoding).toBe("utf-8");
  expect(warnings).toEqual([]);
});

test("removes the byte-order mark of a string, which has no encoding", () => {
  const { document, encoding } = readHtml("\ufeff<p>Harbour</p>");
  expect(rawText(document, 0)).toBe("Harbour");
  expect(encoding).toBeUndefined();
});

test("removes NUL characters and says so", () => {
  const { document, warnings } = readHtml("<p>Har\0bour</p>");
  expect(rawText(document, 0)).toBe("Harbour");
  expect(warnings).toEqual(["NUL_CHARACTERS"]);
});

test("removes NUL characters of bytes, be a character one of them or two", () => {
  const narrow = new TextEncoder().encode("<p>Har\0bour</p>");
  const wide = new Uint8Array(
    Uint16Array.from("\ufeff<p>Har\0bour</p>", (unit) => unit.charCodeAt(0)).buffer,
  );
  for (const bytes of [narrow, wide]) {
    const { document, warnings } = readHtml(bytes);
    expect(rawText(document, 0)).toBe("Harbour");
    expect(warnings).toContain("NUL_CHARACTERS");
  }
});

test.each([
  ["a title", "<title>a\r\nb\rc</title>"],
  ["a text", "<p>a\r\nb\rc"],
  ["a text of several pieces", "<p>a\r\n</x>b\r</x>c"],
  ["a text beside references", "<p>&#97;\r\nb\rc"],
  ["a text beside table cells", "<table>a\r\n<tr>b\r<tr>c"],
  ["a textarea", "<textarea>\r\na\r\nb\rc</textarea>"],
  ["a noscript", "<body><noscript>a\r\nb\rc</noscript>"],
  ["a template", "<template>a\r\nb\rc</template>"],
  ["a streamed part", '<!--$?--><template id="B:0"></template><!--/$--><div hidden id="S:0">a\r\nb\rc</div>'],
  ["CDATA", "<svg><![CDATA[a\r\nb\rc]]></svg>"],
  ["a script", "<script>a\r\nb\rc</script>"],
  ["a style", "<style>a\r\nb\rc</style>"],
])("carriage returns of %s are line feeds, in a text and in bytes", (_, html) => {
  for (const page of [html, encode(html)]) {
    const { document } = readHtml(page);
    const texts = Array.from({ length: document.size }, (_, node) =>
      document.kind[node] === NODE_KIND.text ? rawText(document, node) : "",
    );
    expect(texts.join("")).toBe("a\nb\nc");
  }
});

test("carriage returns of attributes are line feeds, in a text and in bytes", () => {
  const html = "<p title='a\r\nb\rc'>";
  for (const page of [html, encode(html)]) {
    expect(readHtml(page).document.attributes.valueAt(0)).toBe("a\nb\nc");
  }
});

test("reads a page that was cut short and says so", () => {
  const { document, warnings } = readHtml("<p>Harbour</p><a href='/sto");
  expect(rawText(document, 0)).toBe("Harbour");
  expect(warnings).toEqual(["TRUNCATED"]);
});

test("refuses what is no page", () => {
  expect(() => readHtml("")).toThrow(expect.objectContaining({ code: "EMPTY_INPUT" }));
});

describe("bytes in UTF-8 give the document that their text gives", () => {
  test.each([
    ["characters of one to four bytes", "<p>Harbour é 新聞 \u{1f4f0} end</p>tail"],
    ["a text of two pieces around a table", "<table>é<tr><td>新</td></tr>ñ</table>"],
    ["character references beside others", "<p>Größe &amp; &eacute;&#x1f4f0; 新 &nGt;</p><p>ü"],
    ["carriage returns", "<pre>\r\né\r\n新\r</pre><textarea>\n\nß</textarea>"],
    ["titles", "<title>Größe &ndash; 新聞</title>"],
    ["scripts and styles", "<script>let a = '“新”';\r\n</script><style>q { content: '„' }</style>"],
    ["attributes", "<a title='é &amp; 新\r\n' class=\"über 新 x\" id=ß data-ö=1 data-Ö=2>a</a>"],
    ["names", "<ünit>a</ünit><x-Ö>b</x-Ö><x-ö>c</x-ö>"],
    ["styles that hide", "<p style='content: “”; display: none'>é</p>"],
    ["formatting elements that are copied", "<p><a title=é><a title=é><b class=ñ>1<p>é</b>2"],
    ["foreign elements", "<svg viewbox='é'><title>新</title><![CDATA[ñ&amp;]]></svg>"],
    ["streamed parts", '<!--$?--><template id="B:0"></template>é<!--/$--><div hidden id="S:0">新'],
    ["a mark", "\ufeff<p>é"],
    ["marks inside", "<p>\ufeffé\ufeff"],
    ["NUL characters", "<p>é\0新</p>"],
    ["spaces that are none to the standard at the end", "<script>a</html>\u00a0"],
    ["characters that end in the byte of such a space", "<p>voil\u00e0"],
    [
      "more text than fits into the first buffer",
      `<p>${"新聞 ".repeat(30_000)}<p>${"&eacute;<b>é</b>".repeat(9000)}`,
    ],
    ["a title without an end", `<title>Größe\n<p>${"新聞 ".repeat(500)}</p>`],
  ])("with %s", (_, html) => {
    const read = readHtml(encode(html), { encoding: "utf-8" });
    const { document, markup, warnings } = readHtml(html);
    expect(linesOf(read.document)).toEqual(linesOf(document));
    expect(read.document.text).toBe(document.text);
    expect(read.markup).toBe(markup);
    expect(read.warnings).toEqual(warnings);
  });

  test("with names whose bytes were the letters of another page's", () => {
    const name = (html: Uint8Array | string): string => tagName(readHtml(html).document, 4);
    expect(name("<x-Ã¼>a</x-Ã¼>")).toBe("x-Ã¼");
    expect(name(encode("<x-ü>a</x-ü>"))).toBe("x-ü");
    expect(name("<x-ü>a</x-ü>")).toBe("x-ü");
    expect(name(encode("<x-Ã¼>a</x-Ã¼>"))).toBe("x-Ã¼");
  });

  test("also when they are a part of more bytes", () => {
    const html = "<p title='Größe'>新聞</p>";
    const { document } = readHtml(encode(`<p>é${html}<p>ñ`).subarray(5, -5));
    expect(linesOf(document)).toEqual(linesOf(readHtml(html).document));
  });

  test("also when the bytes are reused afterwards", () => {
    const bytes = encode("<p title='Größe'>新聞</p><script>'é'</script>");
    const { document } = readHtml(bytes);
    const before = linesOf(document);
    bytes.fill(0x20);
    expect(linesOf(document)).toEqual(before);
  });

  test("and bytes that are not well-formed keep what can be read of them", () => {
    const bytes = encode("<p>Größe und mehr Größe</p>");
    const { document, warnings } = readHtml(bytes.subarray(0, bytes.length - 8), { encoding: "utf-8" });
    expect(rawText(document, 0)).toBe("Größe und mehr Gr\ufffd");
    expect(warnings).toContain("BAD_CHARACTERS");
  });
});

describe("check input", () => {
  const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

  describe("what is refused", () => {
    test.each([
      ["no bytes", new Uint8Array()],
      ["an empty string", ""],
      ["only white space", latin(" \r\n\t ")],
      ["only a byte-order mark", latin("\xef\xbb\xbf\n")],
      ["a string of white space and a byte-order mark", "\ufeff \n"],
    ])("%s is EMPTY_INPUT", (_, input) => {
      expect(() => checkInput(input)).toThrow(expect.objectContaining({ code: "EMPTY_INPUT" }));
    });
    test.each([
      ["nothing", undefined],
      ["null", null],
      ["an ArrayBuffer", new ArrayBuffer(8)],
      ["an object", { length: 3 }],
    ])("%s is a bad call", (_, input) => {
      expect(() => checkInput(input as unknown as string)).toThrow(
        expect.objectContaining({ code: "BAD_OPTION" }),
      );
    });
    test.each(FILE_SIGNATURES)("$name is NOT_HTML", ({ offset, bytes }) => {
      const file = new Uint8Array(256).fill(0x41);
      file.set(bytes, offset);
      expect(() => checkInput(file)).toThrow(expect.objectContaining({ code: "NOT_HTML" }));
    });
    test("gzip is NOT_HTML with a word on unpacking", () => {
      expect(() => checkInput(gzipSync("<p>Harbour"))).toThrow(/unpack/);
    });
    test("a PDF that was read as a string is NOT_HTML", () => {
      expect(() => checkInput("%PDF-1.7\n%âãÏÓ")).toThrow(expect.objectContaining({ code: "NOT_HTML" }));
    });
    test.each([
      '<?xml version="1.0"?>\n<rss version="2.0"><channel>',
      '\ufeff<?xml version="1.0"?><?xml-stylesheet href="feed.xsl"?>\n<!-- made by hand -->\n<feed xmlns="http://www.w3.org/2005/Atom">',
      '<rdf:RDF xmlns="http://purl.org/rss/1.0/">',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      "<sitemapindex>",
    ])("the feed or sitemap %j is NOT_HTML, with the command that reads it", (markup) => {
      for (const input of [markup, new TextEncoder().encode(markup)])
        expect(() => checkInput(input)).toThrow(
          expect.objectContaining({ code: "NOT_HTML", message: expect.stringContaining("galley collect") }),
        );
    });
    test.each([
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">',
      "<p>An <rss> tag in the text.",
      "<feedback>Write to us</feedback>",
    ])("the page %j is read", (markup) => {
      expect(() => checkInput(markup)).not.toThrow();
    });
    test("NULs alone and random bytes are NOT_HTML", () => {
      const noise = Uint8Array.from({ length: 4096 }, (_, index) => (index * index * 31 + index * 7) % 251);
      for (const input of [new Uint8Array(500), noise]) {
        expect(() => checkInput(input)).toThrow(expect.objectContaining({ code: "NOT_HTML" }));
      }
    });
    test("bytes or characters over the limit are INPUT_TOO_LARGE", () => {
      for (const input of [new Uint8Array(101).fill(0x41), "x".repeat(101)]) {
        expect(() => checkInput(input, { maxBytes: 100 })).toThrow(
          expect.objectContaining({ code: "INPUT_TOO_LARGE" }),
        );
      }
    });
  });

  describe("what passes", () => {
    test.each([
      ["a page", "<!doctype html><p>Harbour"],
      ["plain text", "MZ is how this sentence starts."],
      ["JSON", '{"title":"Harbour"}'],
      ["a page with NULs in it", `<html><body>${"\0".repeat(200)}<p>Harbour`],
    ])("%s", (_, source) => {
      expect(() => checkInput(latin(source))).not.toThrow();
      expect(() => checkInput(source)).not.toThrow();
    });
    test("UTF-16 with and without its mark", () => {
      for (const source of ["<html><p>Harbour", "\ufeff<p>港口今天早上重新开放</p>"]) {
        expect(() => checkInput(Buffer.from(source, "utf16le"))).not.toThrow();
        expect(() => checkInput(Buffer.from(source, "utf16le").swap16())).not.toThrow();
      }
    });
    test("UTF-16 of few ASCII characters where the caller says so", () => {
      const page = Buffer.from(`<p>${"港口今天早上重新开放一".repeat(40)}`, "utf16le");
      expect(() => checkInput(page)).toThrow(expect.objectContaining({ code: "NOT_HTML" }));
      expect(() => checkInput(page, { encoding: "utf-16" })).not.toThrow();
      expect(() => checkInput(new Uint8Array(500), { encoding: "utf-16" })).toThrow();
    });
    test("ISO-2022-JP, whose escapes are control characters", () => {
      expect(() => checkInput(latin("\x1b$B9A\x1b(B".repeat(50)))).not.toThrow();
    });
  });
});

describe("truncation", () => {
  test.each([
    "<p>Harbour</p><a href='/sto",
    "<p>Harbour</p><di",
    "<p>Harbour</",
    "<p>Harbour <!-- the rest of",
    "<p>Harbour<script>let a = 1; b",
    "<p>Harbour<STYLE>p { color",
    "<p>Harbour<script>document.write('<b>Quay</b>",
    "<p>Harbour<!-- <b>Quay</b>",
    "<p>Harbour</p><a href='/sto \r\n\t\f ",
    "<p>Harbour</p><script>let a = 1;</html>\u00a0",
  ])("%s is cut short", (source) => {
    expect(isTruncated(source)).toBe(true);
  });

  test.each([
    "",
    "Harbour",
    "1 < 2 and 3 < 4",
    "<p>Harbour</p>\n",
    "<p>Harbour",
    "<script>if (a < b) c</script> done",
    "<!-- note --> text",
    "a <3 you",
    "<script>let a</html>\n",
  ])("%j is whole", (source) => {
    expect(isTruncated(source)).toBe(false);
  });
});

describe("unclosed title", () => {
  const BODY = `<body><p>${"The ferry left the quay at dawn. ".repeat(60)}</p></body>`;

  function read(html: string) {
    const { document, warnings } = readHtml(html);
    const title = rawText(document, document.tag.indexOf(TAG.title));
    return { title, paragraphs: document.tag.filter((tag) => tag === TAG.p).length, warnings };
  }

  test("a title without an end ends with its line, and the page is read", () => {
    expect(read(`<title>Ferry leaves\n<script>a</script>${BODY}`)).toEqual({
      title: "Ferry leaves",
      paragraphs: 1,
      warnings: ["TITLE_UNCLOSED"],
    });
  });

  test("a title without an end ends at the first tag where that is nearer", () => {
    expect(read(`<title>Ferry leaves</titl ${BODY}`).title).toBe("Ferry leaves");
  });

  test("a title that ends is left as it is, however long", () => {
    const long = "word ".repeat(400).trim();
    expect(read(`<title>${long}</title>${BODY}`)).toMatchObject({ title: long, warnings: [] });
    expect(read(`<title>one\ntwo</title>${BODY}`)).toMatchObject({ title: "one\ntwo", warnings: [] });
  });
});
