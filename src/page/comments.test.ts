import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { findCommentSections, readComments } from "./comments.ts";
import { Page } from "./page.ts";

const STORY = "<h1>Ferry returns</h1><p>The night ferry sails again from Saturday, the board said.</p>";
const TEXT = "I took it to school for years.";

/** The evidence of each section, with its words. */
const sectionsOf = (html: string) => {
  const page = new Page(parseHtml(html));
  const { document, leaves } = page;
  return findCommentSections(page, leaves.visible).map(({ from, to, evidence }) => {
    const own = [...leaves.node].filter((node) => node >= from && node < to);
    return `${evidence}: ${own.map((node) => document.text.slice(document.textStart[node], document.textEnd[node])).join(" ")}`;
  });
};

describe("sections of comments", () => {
  test.each([
    ["comment-list", true],
    ["commentBody by-jeff", true],
    ["usercomments", true],
    ["leserkommentare", true],
    ["comment-count", false],
    ["no-comments", false],
    ["tone-comment", false],
    ["commentary", false],
  ])("are recognised by a name: %s", (name, isFound) => {
    expect(sectionsOf(`${STORY}<div class="${name}">${TEXT}</div>`)).toEqual(
      isFound ? [`name: ${TEXT}`] : [],
    );
  });

  test("are the outermost element with such a name that does not hold the headline", () => {
    const inner = `<ul id="comments"><li class="comment">${TEXT}</li><li class="comment">${TEXT}</li></ul>`;
    expect(sectionsOf(`<div class="comment">${STORY}${inner}</div>`)).toEqual([`name: ${TEXT} ${TEXT}`]);
  });

  test("are recognised by the first 200 characters of a name", () => {
    const named = (others: number) =>
      sectionsOf(`${STORY}<div class="${"x ".repeat(others)}comments">${TEXT}</div>`);
    expect(named(70)).toHaveLength(1);
    expect(named(130)).toEqual([]);
  });

  test("are not remarks in code, whose names are on inline elements", () => {
    expect(sectionsOf(`${STORY}<pre><span class="comment"># ${TEXT}</span></pre>`)).toEqual([]);
  });

  test("begin with their heading, where several entries with times or replies follow", () => {
    const entry = (day: number) => `<p>${TEXT}</p><p class="posted">Ann, ${day} May 2012</p>`;
    const page = (heading: string, entries: number) =>
      sectionsOf(`<div>${STORY}<h2>${heading}</h2>${[1, 2, 3].slice(0, entries).map(entry).join("")}</div>`);
    for (const heading of [
      "Comments",
      "12 Comments",
      "Kommentare (3)",
      "Комментарии",
      "3 Responses to Ferry",
    ]) {
      expect(page(heading, 3)).toHaveLength(1);
    }
    expect(page("Comments", 1)).toEqual([]);
    const story = (words: number) => `Comments on ${"the ferry ".repeat(words)}`;
    expect(page(story(5), 3)).toHaveLength(1);
    expect(page(story(10), 3)).toEqual([]);
    expect(page("The board comments on the ferry", 3)).toEqual([]);
  });

  test("need two links to reply after their heading", () => {
    const entry = `<p>${TEXT}</p><p><a href="#reply">Reply</a></p>`;
    const count = (entries: number) =>
      sectionsOf(`<div>${STORY}<h2>Comments</h2>${entry.repeat(entries)}</div>`).length;
    expect([1, 2].map(count)).toEqual([0, 1]);
  });

  test("are dated entries of which most can be answered, in any language", () => {
    const entries = (reply: string) =>
      sectionsOf(
        `${STORY}<div>${[1, 2, 3].map((day) => `<div class="x"><b>Ann</b> <i>${day} May 2012</i><p>${TEXT}</p><a href="#">${reply}</a></div>`).join("")}</div>`,
      );
    for (const reply of ["Reply", "Antworten", "Répondre", "Ответить", "回复", "Report abuse"]) {
      expect(entries(reply)).toHaveLength(1);
    }
    expect(entries("Read more")).toEqual([]);
  });
});

describe("comments", () => {
  const read = (html: string) => readComments(new Page(parseHtml(html)));

  test("are read one by one, replies too, with who wrote them and when", () => {
    const comment = (name: string, day: number, inner = "") =>
      `<li class="comment"><b class="author">${name}</b> <time datetime="2012-05-0${day}">${day} May</time><p>${TEXT}</p><p>Again.</p><a href="#">Reply</a>${inner}</li>`;
    const thread = `<h2>4 Comments</h2><ol class="comment-list">${comment("Ann", 1)}${comment("Bo", 2, `<ol>${comment("Cy", 3)}</ol>`)}${comment("Di", 4)}</ol>`;
    expect(read(`${STORY}<div id="comments">${thread}</div>`)).toEqual(
      ["Ann", "Bo", "Cy", "Di"].map((author, at) => ({
        author,
        date: `2012-05-0${at + 1}`,
        text: `${TEXT}\n\nAgain.`,
      })),
    );
  });

  test("name who wrote them in a short text with a mark up to four levels around it", () => {
    const authorOf = (levels: number, name = "Ann", mark = "author") =>
      read(
        `${STORY}<div class="comments"><div class="comment"><div class="${mark}">${"<i>".repeat(levels)}${name}${"</i>".repeat(levels)}</div><p>${TEXT}</p></div></div>`,
      )[0]?.author;
    expect([authorOf(3), authorOf(4)]).toEqual(["Ann", null]);
    const name = (letters: number) => `An${"n".repeat(letters)}`;
    expect([authorOf(0, name(48)), authorOf(0, name(78))]).toEqual([name(48), null]);
    const mark = (others: number) => `${"x ".repeat(others)}author`;
    expect([authorOf(0, "Ann", mark(70)), authorOf(0, "Ann", mark(130))]).toEqual(["Ann", null]);
  });

  test("have a word, but one is enough", () => {
    const entry = (text: string) => `<div class="comment">${text}<a href="#">Reply</a></div>`;
    const texts = read(`${STORY}<div class="comments">${entry("Thanks!")}${entry("")}${entry("…")}</div>`);
    expect(texts.map(({ text }) => text)).toEqual(["Thanks!"]);
  });

  test("are signed below as well as above", () => {
    const text = `${TEXT} My brother proposed to his wife on the upper deck.`;
    const signed = (name: string) => `<p>${text}</p><p class="posted">Posted by: ${name} at May 2, 2012</p>`;
    expect(read(`<div>${STORY}<h2>Comments</h2>${["Ann", "Bo", "Cy"].map(signed).join("")}</div>`)).toEqual(
      ["Ann", "Bo", "Cy"].map((author) => ({ author, date: "May 2, 2012", text })),
    );
  });

  test("without a name or a date are read by their class", () => {
    expect(
      read(`${STORY}<div class="comments">${`<div class="comment">${TEXT}</div>`.repeat(2)}</div>`),
    ).toEqual(Array(2).fill({ author: null, date: null, text: TEXT }));
  });
});
