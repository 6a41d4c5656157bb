import { parseHtml } from "../../src/html/index.ts";
import { Page } from "../../src/page/index.ts";

const SENTENCE = "The ferry left at dawn, and by noon the harbour was empty again.";

/** Pages that have broken extractors before, each made again so that no check sees another's cached views. */
export const CONTRACT_PAGES = {
  "an empty page": "",
  "a page of one word": "<p>Fire</p>",
  "a page with one leaf": `<p>${SENTENCE}</p>`,
  "a page without punctuation": "<ul><li>Home<li>News<li>Sport</ul><p>Nothing to see</p>",
  "a right-to-left page": `<html dir=rtl lang=ar><nav><a href=/>الرئيسية</a></nav><div><p>${"غادرت السفينة الميناء عند الفجر، وبحلول الظهر كان الرصيف خاليا. ".repeat(5)}</p><p>وقال القبطان، إن الرحلة كانت هادئة.</p></div>`,
  "a Chinese page": `<div id=nav><a href=/>首页</a> <a href=/b>新闻</a></div><div>${"<p>渡轮在黎明时分离开港口，到中午码头已经空无一人。船长说，航程十分平静。</p>".repeat(6)}</div>`,
  "a Japanese page": `<ul><li><a href=/>トップ</a></ul><article>${"<p>連絡船は夜明けに出港し、正午には港は静かになった。</p>".repeat(6)}</article>`,
  "broken nesting": `<table><p>${SENTENCE}<div><b><i>${SENTENCE}</b>${SENTENCE}</i><td><a href=x><p>${SENTENCE}</a></table></div></p>`,
  "pieces of text between breaks": `<div>${SENTENCE}<br><br><b>${SENTENCE}</b> ${SENTENCE}<br>${SENTENCE}</div>`,
  "pictures and films among the text": `<article><p>${SENTENCE}</p><img src=a.jpg><figure><picture><source srcset=b.webp><img src=b.jpg></picture><figcaption>A ferry, at dawn.</figcaption></figure><video src=c.mp4></video><p>${SENTENCE} ${SENTENCE}</p><iframe src=d></iframe></article>`,
  "hidden text": `<div hidden><p>${SENTENCE.repeat(20)}</p></div><p style="display:none">${SENTENCE}</p><div><p>${SENTENCE}</p><p>${SENTENCE}</p></div><noscript><p>${SENTENCE}</p></noscript><template><p>${SENTENCE}</p></template>`,
  "a frameset": "<frameset><frame src=a><noframes><p>No frames, sorry.</p></noframes></frameset>",
  "only links": `<ul>${'<li><a href="/a">One, two. Three</a></li>'.repeat(50)}</ul>`,
} as const;

/** A page of at least `sizeBytes` bytes: paragraphs among menus, as a page of an endless feed would be. */
export function largePage(sizeBytes: number): string {
  const part = `<div class=menu><a href=/a>Home</a> <a href=/b>News</a></div><div class=story><h2>Ferry</h2><p>${SENTENCE} <b>${SENTENCE}</b> ${SENTENCE}</p><p>${SENTENCE}</p><img src=x.jpg></div>`;
  return `<body>${part.repeat(Math.ceil(sizeBytes / part.length))}`;
}

/** A page whose text is inside `depth` nested elements. */
export function deepPage(depth: number): string {
  return `${"<div>".repeat(depth)}<p>${SENTENCE}</p>${SENTENCE}${"</div>".repeat(depth)}`;
}

/** A page with `count` pictures in one paragraph, inside a third as many nested elements. */
export function picturePage(count: number): string {
  const depth = Math.ceil(count / 3);
  const story = `<p>${`${SENTENCE} `.repeat(8)}</p>`.repeat(8);
  const pictures = "<b><img src=x.jpg></b>".repeat(count);
  return `${"<div>".repeat(depth)}<h1>Ferry</h1>${story}<p>${pictures}</p>${story}${"</div>".repeat(depth)}`;
}

/** The page of some markup, with nothing computed yet. */
export function pageOf(html: string): Page {
  return new Page(parseHtml(html), "https://harbour-courier.example/story");
}
