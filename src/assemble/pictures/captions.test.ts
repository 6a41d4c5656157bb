import { describe, expect, test } from "vitest";
import { parseHtml, rawText } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { readCaption } from "./captions.ts";

const PROSE =
  "The ferry to Saint Orrin sailed again on Saturday, with eleven passengers and a piano on board.";

/** The words beside the first picture of a page whose prose and pictures were kept. */
function read(html: string) {
  const page = new Page(parseHtml(`<div><p>${PROSE}</p>${html}<p>${PROSE}</p></div>`));
  const { document, leaves } = page;
  const kept = Uint8Array.from(leaves.node, (node, leaf) =>
    Number(leaves.kind[leaf] === 1 || rawText(document, node).includes(PROSE)),
  );
  const picture = leaves.node[leaves.kind.indexOf(1)]!;
  return readCaption(page, picture, kept);
}

describe("the caption of a picture", () => {
  test.each([
    [
      "blanks between elements",
      "<center><img src=a.jpg><br><font>At dawn</font> <font>Photo Ann Low</font></center>",
    ],
    [
      "paragraphs",
      "<figure><img src=a.jpg><figcaption><p>At dawn</p><p>Photo Ann Low</p></figcaption></figure>",
    ],
  ])("has its words apart at %s", (_, html) => {
    expect(read(html).caption).toBe("At dawn Photo Ann Low");
  });

  test("keeps a word whole that is in two elements", () => {
    const html = "<figure><img src=a.jpg><figcaption><b>A</b>t dawn</figcaption></figure>";
    expect(read(html).caption).toBe("At dawn");
  });

  test.each([
    ["its figcaption", "<figure><img src=a.jpg><figcaption>At dawn</figcaption></figure>"],
    [
      "a figcaption after its figure",
      "<div><figure><img src=a.jpg></figure><figcaption>At dawn</figcaption></div>",
    ],
    ["an element named after it", "<div><img src=a.jpg><p class=wp-caption-text>At dawn</p></div>"],
    [
      "an element named after it, beside its box",
      "<div><img src=a.jpg></div><span class=image-caption>At dawn</span>",
    ],
    ["the words of its box", "<div class=top><img src=a.jpg><p>At dawn</p></div>"],
    ["the words below it in its paragraph", "<p><img src=a.jpg><br>At dawn</p>"],
    ["a line in italics after it", `<p><img src=a.jpg></p><p><em>At dawn</em></p>`],
    ["what its data states", '<div data-caption="&lt;p>At dawn&lt;/p>"><img src=a.jpg></div>'],
    [
      "one that only the eye is meant for",
      "<figure><img src=a.jpg><figcaption><span aria-hidden=true>At dawn</span></figcaption></figure>",
    ],
  ])("is %s", (_, html) => {
    expect(read(html)).toEqual({ caption: "At dawn", credit: null });
  });

  test("is the label of a figure that has no other, where that is a sentence", () => {
    const figure = (label: string) => `<figure aria-label="${label}"><img src=a.jpg></figure>`;
    expect(read(figure("The ferry leaves at dawn")).caption).toBe("The ferry leaves at dawn");
    expect(read(figure("Full screen")).caption).toBeNull();
  });

  test("has its credit apart", () => {
    const html =
      "<div><img src=a.jpg><div class=caption>At dawn <span class=photo-credit>Ann Low</span></div></div>";
    expect(read(html)).toEqual({ caption: "At dawn", credit: "Ann Low" });
  });

  test.each([
    ["a counter", "<figure><img src=a.jpg><figcaption>3 / 12</figcaption></figure>"],
    ["an invitation to a gallery", "<div><img src=a.jpg><div class=caption>View 6 images</div></div>"],
    [
      "the words of a button",
      "<figure><img src=a.jpg><figcaption><button>Enlarge</button></figcaption></figure>",
    ],
    ["links to share", "<figure><img src=a.jpg><div class=share-links>On paper</div></figure>"],
    ["a byline", "<div><img src=a.jpg><div class=byline>Ann Low</div></div>"],
    ["a heading", "<div><img src=a.jpg><h2>At dawn</h2></div>"],
    ["the article's own text", `<div><img src=a.jpg><p>${PROSE}</p></div>`],
    ["another picture's", "<div><img src=a.jpg><div><img src=b.jpg><p class=caption>At dawn</p></div></div>"],
  ])("is not %s", (_, html) => {
    expect(read(html).caption).toBeNull();
  });
});
