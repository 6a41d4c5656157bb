import { as, each, el, separated } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { image, plainPieces } from "./plain-pieces.ts";

const css = ({ accent, dark, tint, start, end }: Theme): string => `
body { margin: 0; background: #fff; font-family: Trebuchet MS, Tahoma, Arial, sans-serif; font-size: 13px; color: #222; }
a { color: ${dark}; }
#kopf { background: ${tint}; border-bottom: 4px solid ${accent}; padding: 14px 20px; }
.logo { font-size: 30px; font-weight: bold; font-family: Georgia, serif; }
.logo a { text-decoration: none; }
dl { margin: 0 0 14px; }
dt { font-weight: bold; }
dd { margin: 0; padding: 2px 0 8px; }
#menue { position: absolute; top: 92px; ${start}: 20px; width: 140px; }
#menue dt { background: ${dark}; padding: 4px 6px; margin-top: 2px; }
#menue dt a { color: #fff; text-decoration: none; }
#menue dd { background: ${tint}; padding: 3px 12px; border-bottom: 1px solid #fff; }
#inhalt { margin-${start}: 180px; margin-${end}: 230px; padding: 16px 0; max-width: 560px; }
#rand { position: absolute; top: 92px; ${end}: 20px; width: 190px; font-size: 11px; }
.titel { font-size: 22px; font-weight: bold; font-family: Georgia, serif; color: ${dark}; }
.ober { font-size: 11px; text-transform: uppercase; letter-spacing: 1px; }
.obergross { font-size: 44px; font-weight: bold; }
.vorspann { font-weight: bold; font-size: 14px; margin: 8px 0; }
.zeile { font-size: 11px; color: #666; }
.text { line-height: 1.5; margin-bottom: 10px; }
.text-aussen { background: ${tint}; border: 1px dotted ${accent}; padding: 6px; margin-bottom: 10px; }
.zwischen { font-weight: bold; font-size: 14px; margin: 12px 0 4px; }
.bild { width: 240px; float: ${end}; margin: 0 0 8px 12px; font-size: 10px; background: #eee; }
.bild img, .folge img { width: 240px; height: 135px; display: block; }
.folge { margin: 10px 0; }
.folge img { width: 420px; height: 236px; }
.zitat { float: ${start}; width: 160px; font: italic 17px Georgia, serif; margin: 6px 14px; color: ${accent}; }
.kasten { border: 1px solid #aaa; padding: 8px; margin: 10px 0; background: #fafafa; }
.werbung { text-align: center; font-size: 9px; color: #999; margin: 10px 0; }
.kommentar dt { border-top: 1px dashed #999; padding-top: 6px; }
.eil { background: #c00; color: #fff; padding: 5px 20px; } .eil a { color: #fff; }
.anriss img { width: 90px; height: 51px; float: ${start}; margin-${end}: 8px; }
.anriss { overflow: hidden; }
.liste { clear: both; } .liste dt.rubrik { background: ${accent}; color: #fff; padding: 3px 8px; } .rubrik a { color: #fff; }
#fuss { clear: both; margin: 20px 180px; font-size: 10px; color: #666; border-top: 1px solid #ccc; }`;

/** Definition lists and spans of a home-made editorial system of 2003. */
export function definitionList(theme: Theme): Look {
  return {
    id: "definition-list-2003",
    doctype:
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    tagCase: "lower",
    spacing: "indented",
    metadata: "title",
    css: css(theme),
    htmlAttributes: { xmlns: "http://www.w3.org/1999/xhtml" },
    bodyAttributes: {},
    linkAttributes: () => ({}),
    nestsGroups: false,
    hiddenClass: undefined,
    pieces: {
      ...plainPieces(() => ({})),
      inline: ({ style, text, url }) => {
        if (style === "link") return el("a", { href: url }, text);
        if (style === "bold") return el("b", {}, text);
        if (style === "italic") return el("i", {}, text);
        return style === "marked" ? el("span", { style: `color:${theme.accent}` }, text) : text;
      },
      paragraph: (content, style) =>
        el("div", { class: style === "outline" ? "text-aussen" : "text" }, content),
      heading: (text) => el("div", { class: "zwischen" }, text),
      quote: (text) => el("div", { class: "text" }, el("q", {}, text)),
      pullQuote: (text) => el("div", { class: "zitat" }, text),
      figure: (picture) =>
        el(
          "div",
          { class: "bild" },
          image(picture),
          as("caption", el("span", {}, picture.caption)),
          el("br", {}),
          as("credit", el("span", {}, picture.credit)),
        ),
      slide: (picture) =>
        el(
          "div",
          { class: "folge" },
          image(picture),
          as("caption", el("span", {}, picture.caption)),
          " ",
          as("credit", el("span", {}, picture.credit)),
        ),
      embed: (author, text, date) =>
        el(
          "div",
          { class: "kasten" },
          el("b", {}, author),
          el("br", {}),
          text,
          el("br", {}),
          el("span", { class: "zeile" }, date),
        ),
      promotion: (text, button) =>
        el("div", { class: "kasten" }, text, " ", el("a", { href: "/about/" }, button)),
      ad: (label) =>
        el(
          "div",
          { class: "werbung" },
          label,
          el("br", {}),
          el("img", { src: "/media/5.png", width: "120", height: "90", alt: "" }),
        ),
      correction: (text) => el("div", { class: "text" }, el("i", {}, text)),
      highlights: (label, items) => el("dl", { class: "kasten" }, el("dt", {}, label), each("dd", items)),
      sectionLabel: (link, size) => el("div", { class: size === "large" ? "obergross" : "ober" }, link),
      headline: (text) => el("div", { class: "titel" }, text),
      standfirst: (text) => el("div", { class: "vorspann" }, text),
      byline: (by, authors) => el("span", { class: "zeile" }, `${by} `, separated(authors, ", ")),
      dates: (published, modified) =>
        el(
          "span",
          { class: "zeile" },
          ` ${published.label}`,
          modified ? ` (${modified.word} ${modified.label})` : undefined,
        ),
      tools: (words) =>
        el(
          "div",
          { class: "zeile" },
          words.map((word) => [el("a", { href: "#" }, word), " "]),
        ),
      tags: (label, links) => el("div", { class: "zeile" }, `${label}: `, separated(links, ", ")),
      related: (label, links) =>
        el(
          "dl",
          { class: "kasten" },
          el("dt", {}, label),
          links.map((link) => el("dd", {}, "» ", link)),
        ),
      comments: (label, comments) =>
        el("div", { class: "kommentare" }, el("div", { class: "zwischen" }, label), comments),
      comment: ({ author, date, text }) =>
        el("dl", { class: "kommentar" }, el("dt", {}, `${author}, ${date}`), el("dd", {}, text)),
      paywall: (text, button) =>
        el("div", { class: "kasten" }, text, el("br", {}), el("a", { href: "/about/" }, button)),
      liveEntry: (time, title, body) => el("dl", {}, el("dt", {}, time), el("dd", {}, title, body)),
      masthead: (name) => el("div", { class: "logo" }, el("a", { href: "/" }, name)),
      nav: (entries) =>
        el(
          "dl",
          { id: "menue" },
          entries.map(({ link, children }) => [el("dt", {}, link), each("dd", children)]),
        ),
      breaking: (label, link) => el("div", { class: "eil" }, el("b", {}, label), ": ", link),
      notice: (text, accept) => el("div", { class: "kasten" }, text, " ", el("a", { href: "#" }, accept)),
      footer: (text, links) =>
        el(
          "div",
          { id: "fuss" },
          links.map((link) => [link, " | "]),
          text,
        ),
      teaser: ({ title, text, picture }) =>
        el(
          "dd",
          { class: "anriss" },
          picture ? image(picture) : undefined,
          el("b", {}, title),
          text === null ? undefined : [el("br", {}), text],
        ),
      group: ({ label, teasers }) =>
        el(
          "dl",
          { class: "liste" },
          label === undefined ? undefined : el("dt", { class: "rubrik" }, label),
          teasers,
        ),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      el(
        "div",
        { class: "artikel" },
        label,
        headline,
        byline,
        dates,
        standfirst,
        hero,
        highlights,
        body,
        paywall,
        tools,
        tags,
      ),
    front: (groups) => groups,
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      breaking,
      el("div", { id: "kopf" }, masthead),
      nav,
      el("div", { id: "inhalt" }, main),
      el("div", { id: "rand" }, side),
      footer,
      notice,
    ],
  };
}
