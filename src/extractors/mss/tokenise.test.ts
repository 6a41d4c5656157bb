import { describe, expect, test } from "vitest";
import { parseHtml, tagName } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { hashText } from "../../text/index.ts";
import { Tokeniser, tokenise } from "./tokenise.ts";
import { makeForms, TOKEN } from "./tokens.ts";

const FORMS = makeForms();

function pageOf(body: string, language = "en"): Page {
  return new Page(parseHtml(`<html lang=${language}><body>${body}`));
}

/** Tokens as one would write them. */
function written(body: string, language?: string): string[] {
  const page = pageOf(body, language);
  const { count, kind, node, start, end } = tokenise(page);
  return Array.from({ length: count }, (_, at) => {
    if (kind[at] === TOKEN.startTag) return `<${tagName(page.document, node[at]!)}>`;
    if (kind[at] === TOKEN.endTag) return `</${tagName(page.document, node[at]!)}>`;
    return page.document.text.slice(start[at], end[at]);
  });
}

/** The forms of the words of a text. */
function formsOf(text: string, language?: string): number[] {
  const { kind, form } = tokenise(pageOf(text, language), FORMS);
  return [...form].filter((_, at) => kind[at] === TOKEN.word);
}

describe("the tokens of a page", () => {
  test("are tags, words and symbols in order, with end tags only for elements that have one", () => {
    expect(written("<p>Dawn came,<br>and <b>3 ferries</b> left.")).toEqual(
      "<body> <p> Dawn came , <br> and <b> 3 ferries </b> left . </p> </body>".split(" "),
    );
  });

  test("leave out scripts, styles, the head and what nobody sees", () => {
    const hidden = "<script>a()</script><style>p{}</style><div hidden><p>no</p></div><noscript>no</noscript>";
    // Enough to read, so that nothing hidden is taken for the page itself.
    const tokens = written(`${hidden}<p>${"yes ".repeat(200)}</p>`);
    expect(tokens.slice(0, 3)).toEqual(["<body>", "<p>", "yes"]);
    expect(tokens).toHaveLength(204);
  });

  test("take a picture with all that it holds as one", () => {
    expect(written("<picture><source><img></picture><svg><text>x</text></svg>")).toEqual(
      "<body> <picture> </picture> <svg> </svg> </body>".split(" "),
    );
  });

  test("take the words of scripts without spaces from the segmenter", () => {
    expect(written("渡轮离开北京。", "zh").slice(1, -1)).toEqual(["渡轮", "离开", "北京", "。"]);
  });

  test("take a picture sign as one symbol and letters beyond the first plane as a word", () => {
    expect(written("go 🚢 now 𝒶𝒷").slice(1, -1)).toEqual(["go", "🚢", "now", "𝒶𝒷"]);
  });

  test("are all of a long page", () => {
    const items = Array.from({ length: 10_000 }, (_, at) => `n${at}`);
    const expected = items.flatMap((item) => ["<p>", item, "</p>"]);
    expect(written(items.map((item) => `<p>${item}</p>`).join(""))).toEqual([
      "<body>",
      ...expected,
      "</body>",
    ]);
  });

  test("are none of a page without a body of its own", () => {
    expect(written("").length).toBe(2);
    expect(tokenise(new Page(parseHtml("<frameset><frame></frameset>"))).count).toBe(0);
  });
});

describe("the forms of tokens", () => {
  test("are stems, whatever the case, and one for all numbers", () => {
    const [sailed, sailing, ferries, ferry] = formsOf("Sailed SAILING ferries ferry");
    expect(sailed).toBe(sailing);
    expect(ferries).toBe(ferry);
    expect(new Set(formsOf("3 14 1999 ٣"))).toEqual(new Set([hashText("1")]));
  });

  test("are stems of the page's own language", () => {
    const inGerman = formsOf("Häuser Häusern", "de-AT");
    expect(inGerman[0]).toBe(inGerman[1]);
    const inPolish = formsOf("promami promom", "pl");
    expect(inPolish[0]).not.toBe(inPolish[1]);
  });

  test("do not depend on the languages of earlier pages", () => {
    const forms = makeForms();
    const read = (html: string) => [...tokenise(new Page(parseHtml(html)), forms).form];
    read("<html lang=-><body>Sailing");
    const unsaid = read("<body>Sailing");
    expect(unsaid).toEqual(read("<html lang=EN_us><body>Sailing"));
    expect(unsaid).toEqual([...tokenise(new Page(parseHtml("<body>Sailing")), makeForms()).form]);
  });

  test("ignore soft hyphens and wide letters", () => {
    expect(formsOf("fer&shy;ry")).toEqual(formsOf("ｆｅｒｒｙ"));
  });

  test("of tags that are not common are one and the same", () => {
    const page = pageOf("<blink></blink><my-tag></my-tag><p></p>");
    const { form, kind } = tokenise(page, makeForms(new Set(["p", "body"])));
    const starts = [...form].filter((_, at) => kind[at] === TOKEN.startTag);
    expect(starts[1]).toBe(starts[2]);
    expect(starts[3]).not.toBe(starts[2]);
    expect(new Set(tokenise(page, FORMS).form).size).toBe(8);
  });
});

test("the most recent unclosed tag may be a br, until the end tag around it", () => {
  const page = pageOf("<div>a<br>b<i>c</i>d</div>e");
  const { kind, openTag } = tokenise(page, FORMS);
  const open = [...openTag].filter((_, at) => kind[at] === TOKEN.word);
  const [div, br, italic, body] = ["<div>", "<br>", "<i>", "<body>"].map(hashText);
  expect(open).toEqual([div, br, italic, br, body]);
});

describe("a tokeniser for many pages", () => {
  const read = (tokeniser: Tokeniser, body: string, language?: string) => {
    const { kind, node, start, end, form } = tokeniser.read(pageOf(body, language));
    return [kind, node, start, end, form].map((numbers) => [...numbers]);
  };

  test("gives every page its own tokens, whatever came before", () => {
    const tokeniser = new Tokeniser(FORMS);
    const pages = ["<p>Dawn came,", "渡轮离开北京。", "", `<p>${"ferries ".repeat(70_000)}`, "<p>3 <b>left"];
    for (const body of [...pages, ...pages]) {
      expect(read(tokeniser, body)).toEqual(read(new Tokeniser(FORMS), body));
    }
  });

  test("leaves tokens that were read by themselves as they are", () => {
    const kept = tokenise(pageOf("<p>Dawn came"), FORMS);
    const before = [...kept.form];
    tokenise(pageOf("<p>and so did the ferries"), FORMS);
    expect([...kept.form]).toEqual(before);
  });

  test("writes the next page into the same arrays, and frees those of a huge page", () => {
    const tokeniser = new Tokeniser();
    const usual = tokeniser.read(pageOf("ferries ".repeat(5000))).form;
    expect(tokeniser.read(pageOf("Dawn came")).form.buffer).toBe(usual.buffer);
    const huge = tokeniser.read(pageOf("ferries ".repeat(100_000))).form;
    expect(huge).toHaveLength(100_002);
    expect(tokeniser.read(pageOf("Dawn came")).form.buffer.byteLength).toBeLessThan(huge.byteLength / 2);
  });
});

describe("a tokeniser that skims", () => {
  const skim = (text: string) => {
    const page = pageOf(`<p>${text}</p>`);
    const tokens = new Tokeniser(FORMS, { skims: true }).read(page);
    const words = [...tokens.kind.keys()].filter((at) => tokens.kind[at] === TOKEN.word);
    return { tokens, words: words.map((at) => page.document.text.slice(tokens.start[at], tokens.end[at])) };
  };

  test("reads whole words from both ends of a long text, and tells how much it left out", () => {
    const { tokens, words } = skim(`Dawn ${"ferries ".repeat(100)}left`);
    expect(words[0]).toBe("Dawn");
    expect(words.at(-1)).toBe("left");
    expect(new Set(words)).toEqual(new Set(["Dawn", "ferries", "left"]));
    expect(words.length).toBeLessThan(16);
    const [left] = tokens.leftOut ?? [];
    const estimated = words.length * (1 + (left !== undefined && "times" in left ? left.times : 0));
    expect(estimated / 102).toBeCloseTo(1, 0);
  });

  test("reads short texts whole, and a long one of spaces not at all", () => {
    expect(skim("ferries ".repeat(20)).words).toHaveLength(20);
    expect(skim("&nbsp;".repeat(400)).tokens.leftOut).toEqual([]);
  });

  test("reads nothing inside of a list of links, and counts them", () => {
    const list = (links: number) => `<ul>${"<li><a href=/>ferry <b>times</b></a></li>".repeat(links)}</ul>`;
    expect(skim(`Dawn ${list(4)}left`)).toMatchObject({
      words: ["Dawn", "left"],
      tokens: { leftOut: [{ links: 4 }] },
    });
    expect(skim(`Dawn ${list(2)}left`).words).toHaveLength(6);
    expect(skim(`${list(3)}<ul><li>ferry</ul>`).words).toEqual(["ferry"]);
  });
});
