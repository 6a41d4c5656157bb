import { type Attributes, as, type ElementNode, el, type Nodes, separated } from "../build/tree.ts";
import type { Picture } from "../content/story.ts";
import type { Look, Theme } from "./look.ts";
import { plainPieces, topLinks } from "./plain-pieces.ts";

/** A class as a build step writes it: nothing to read, the same for the same part. */
function scrambled(part: string): string {
  let bits = 7;
  for (const letter of part) bits = (Math.imul(bits, 61) + letter.charCodeAt(0)) >>> 0;
  return `css-${bits.toString(36).padStart(6, "x").slice(-6)}`;
}

const c = (part: string): Attributes => ({ class: scrambled(part) });
const div = (part: string, ...children: Nodes[]): ElementNode => el("div", c(part), children);
const span = (part: string, ...children: Nodes[]): ElementNode => el("span", c(part), children);
const s = (part: string): string => `.${scrambled(part)}`;

const css = ({ accent, tint, dark }: Theme): string => `
body{margin:0;font:17px/1.6 Inter,Arial,sans-serif;color:#121212;background:#fff}a{color:inherit;text-decoration:none}
${s("head")}{border-bottom:1px solid #ddd;padding:16px 32px;display:flex;align-items:center;gap:32px}${s("logo")}{font:700 26px Georgia,serif}${s("menu")}{display:flex;gap:18px;font-size:14px;font-weight:600}
${s("grid")}{display:flex;max-width:1140px;margin:28px auto;gap:48px}${s("main")}{flex:1;min-width:0}${s("side")}{width:280px;font-size:15px}
${s("kicker")}{font-size:13px;font-weight:700;color:${accent}}${s("kickerXl")}{font-size:54px;font-weight:700;line-height:1}${s("title")}{font:700 38px/1.15 Georgia,serif;margin:8px 0 12px}${s("deck")}{font-size:20px;color:#555;margin-bottom:12px}${s("meta")}{font-size:14px;color:#767676}
${s("p")}{margin:0 0 20px;font-family:Georgia,serif;font-size:18px}${s("lead")}{margin:0 0 20px;font-weight:700;color:${dark}}${s("sub")}{font:700 23px Georgia,serif;margin:28px 0 10px}${s("media")}{margin:20px 0}${s("media")} img{width:100%;height:auto;display:block}${s("cap")}{font-size:13px;color:#767676}
${s("li")}{display:flex;margin:0 0 8px}${s("dot")}{flex:0 0 20px;color:${accent}}${s("row")}{display:flex;border-bottom:1px solid #ddd}${s("cell")}{flex:1;padding:6px 0}${s("bq")}{border-inline-start:3px solid ${accent};padding-inline-start:18px;margin:20px 0;font-style:italic}${s("pull")}{font:700 28px/1.3 Georgia,serif;text-align:center;margin:32px 40px}${s("mono")}{font:14px/1.5 monospace;white-space:pre;background:#f4f4f4;padding:14px}
${s("box")}{background:${tint};padding:16px 20px;margin:20px 0;border-radius:4px}${s("btn")}{display:inline-block;background:#121212;color:#fff;padding:8px 18px;border-radius:3px;margin-top:8px;cursor:pointer}${s("ad")}{background:#f7f7f7;text-align:center;font-size:11px;color:#999;padding:8px;margin:24px 0}${s("ad")} iframe{border:0;display:block;margin:auto;max-width:100%}
${s("list")}{border-top:2px solid #121212;padding-top:12px;margin-top:28px}${s("listTitle")}{font-weight:700;margin-bottom:10px}${s("listItem")}{padding:9px 0;border-bottom:1px solid #eee}${s("tz")}{display:flex;gap:16px;padding:14px 0;border-bottom:1px solid #eee}${s("tz")} img{width:150px;height:auto;align-self:start}${s("tzTitle")}{font:700 19px/1.25 Georgia,serif}${s("tzLead")}{font:700 27px/1.2 Georgia,serif}${s("tzText")}{color:#555;font-size:15px}
${s("live")}{border-top:1px solid #ddd;padding-top:14px;margin-top:14px}${s("flash")}{background:${accent};color:#fff;padding:9px 32px}${s("foot")}{border-top:1px solid #ddd;padding:20px 32px;font-size:13px;color:#767676;display:flex;gap:20px}${s("consent")}{position:fixed;bottom:0;left:0;right:0;background:#fff;box-shadow:0 -2px 12px #0003;padding:18px 32px;font-size:14px}${s("hidden")}{display:none}`;

/** Nothing but div and span with scrambled classes: an application's output of 2020. */
export function divSoup(theme: Theme): Look {
  const media = (picture: Picture): ElementNode =>
    div(
      "media",
      div("ratio", el("img", { src: picture.src, alt: picture.alt })),
      div(
        "cap",
        as("caption", span("capText", picture.caption)),
        as("credit", span("capBy", ` ${picture.credit}`)),
      ),
    );
  const list = (items: readonly Nodes[]): Nodes =>
    div(
      "ul",
      items.map((item) => div("li", span("dot", "•"), span("liText", item))),
    );
  return {
    id: "div-soup-2020",
    doctype: "<!doctype html>",
    tagCase: "lower",
    spacing: "minified",
    metadata: "json-ld",
    css: css(theme),
    htmlAttributes: {},
    bodyAttributes: {},
    linkAttributes: (part) => c(part),
    nestsGroups: true,
    hiddenClass: scrambled("hidden"),
    pieces: {
      ...plainPieces(() => ({})),
      inline: ({ style, text, url }) => {
        if (style === "link") return el("a", { href: url, style: `color:${theme.accent}` }, text);
        if (style === "plain") return text;
        return el("span", { style: style === "italic" ? "font-style:italic" : "font-weight:700" }, text);
      },
      paragraph: (content, style) => div(style === "outline" ? "lead" : "p", content),
      heading: (text) => div("sub", text),
      list: (items) =>
        div(
          "ul",
          items.map((item) => div("li", item)),
        ),
      table: (head, rows) =>
        div(
          "table",
          [head, ...rows].map((row) =>
            div(
              "row",
              row.map((cell) => div("cell", cell)),
            ),
          ),
        ),
      quote: (text) => div("bq", text),
      pullQuote: (text) => div("pull", text),
      code: (text) => div("mono", text),
      figure: media,
      slide: media,
      embed: (author, text, date) =>
        div("box", div("embedBy", author), div("embedText", text), div("meta", date)),
      promotion: (text, button) => div("box", div("boxText", text), div("btn", button)),
      ad: (label) =>
        div("ad", label, el("iframe", { src: "/ads/box.html", width: "300", height: "100", title: label })),
      correction: (text) => div("p", span("fix", text)),
      highlights: (label, items) => div("box", div("listTitle", label), list(items)),
      sectionLabel: (link, size) => div(size === "large" ? "kickerXl" : "kicker", link),
      headline: (text) => div("title", text),
      standfirst: (text) => div("deck", text),
      byline: (by, authors) => div("meta", span("by", `${by} `), separated(authors, ", ")),
      dates: (published, modified) =>
        div(
          "meta",
          span("pub", published.label),
          modified ? span("mod", ` · ${modified.word} ${modified.label}`) : undefined,
        ),
      tools: (words) =>
        div(
          "meta",
          words.map((word) => span("tool", `${word} `)),
        ),
      tags: (label, links) =>
        div(
          "meta",
          span("tagLabel", `${label} `),
          links.map((link) => span("tag", link, " ")),
        ),
      related: (label, links) =>
        div(
          "list",
          div("listTitle", label),
          links.map((link) => div("listItem", link)),
        ),
      comments: (label, comments) => div("list", div("listTitle", `${label} ${comments.length}`), comments),
      comment: ({ author, date, text, reply }) =>
        div(
          "listItem",
          div("meta", span("who", author), span("when", ` ${date}`)),
          div("said", text),
          div("meta", reply),
        ),
      rule: () => el("hr", c("hr")),
      paywall: (text, button) => div("box", div("boxText", text), div("btn", button)),
      liveEntry: (time, title, body) => div("live", time, title, body),
      masthead: (name) =>
        el(
          "a",
          { href: "/", ...c("logo") },
          el(
            "svg",
            { width: "14", height: "14", viewBox: "0 0 14 14" },
            el("circle", { cx: "7", cy: "7", r: "6", fill: theme.accent }),
          ),
          ` ${name}`,
        ),
      nav: (entries) => div("menu", topLinks(entries)),
      breaking: (label, link) => div("flash", span("flashLabel", label), " ", link),
      notice: (text, accept, decline) =>
        div("consent", div("consentText", text), div("btn", accept), div("btn2", decline)),
      footer: (text, links) => div("foot", links, div("legal", text)),
      teaser: ({ title, text, picture, isLead }) =>
        div(
          "tz",
          picture ? el("img", { src: picture.src, alt: picture.alt }) : undefined,
          div(
            "tzBody",
            div(isLead ? "tzLead" : "tzTitle", title),
            text === null ? undefined : div("tzText", text),
          ),
        ),
      group: ({ label, teasers }) =>
        div("list", label === undefined ? undefined : div("listTitle", label), teasers),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      div(
        "story",
        div("storyHead", label, headline, standfirst, byline, dates, tools),
        hero,
        highlights,
        div("storyWrap", div("storyInner", body)),
        paywall,
        tags,
      ),
    front: (groups) => div("front", groups),
    page: ({ masthead, nav, breaking, main, side, footer, notice }) =>
      el(
        "div",
        { id: "root" },
        div(
          "app",
          div("head", masthead, nav),
          breaking,
          div("grid", div("main", main), div("side", side)),
          footer,
          notice,
        ),
      ),
  };
}
