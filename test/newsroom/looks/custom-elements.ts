import { as, asGroup, type ElementNode, each, el, separated } from "../build/tree.ts";
import type { Picture } from "../content/story.ts";
import type { Look, Theme } from "./look.ts";
import { image, plainPieces } from "./plain-pieces.ts";

const css = ({ accent, dark, tint, start }: Theme): string => `
body { margin: 0; font: 17px/1.6 "Segoe UI", Roboto, Arial, sans-serif; color: #202124; }
news-header, news-layout, news-main, news-rail, news-article, news-label, news-deck, news-byline, news-text, news-figure, news-caption, news-facts, news-pull, news-post, news-promo, news-ad, news-lock, news-links, news-thread, news-comment, news-shelf, news-teaser, news-footer, news-alert, news-consent, news-entry, news-tags, news-note { display: block; }
a { color: ${dark}; } news-header { background: ${dark}; padding: 14px 28px; } news-logo a { color: #fff; font-weight: 700; font-size: 24px; text-decoration: none; } news-menu { display: flex; flex-wrap: wrap; gap: 4px 18px; padding-top: 8px; } news-menu a { color: #fff; text-decoration: none; font-size: 15px; } news-submenu { display: none; }
news-layout { display: grid; grid-template-columns: minmax(0, 720px) 280px; gap: 48px; max-width: 1100px; margin: 26px auto; padding: 0 20px; } news-label { font-weight: 700; font-size: 14px; } news-label[size=large] { font-size: 52px; line-height: 1.05; } h1 { font-size: 36px; line-height: 1.2; margin: 6px 0 10px; } news-deck { font-size: 20px; color: #5f6368; margin-bottom: 10px; } news-byline, news-time { font-size: 14px; color: #5f6368; }
news-figure { margin: 18px 0; } news-figure img { width: 100%; height: auto; display: block; } news-caption { font-size: 13px; color: #5f6368; } news-text[tone=outline] { border-inline-start: 4px solid ${accent}; padding-inline-start: 14px; font-weight: 600; } news-pull { font: italic 25px/1.3 Georgia, serif; color: ${accent}; margin: 22px 0; } news-facts, news-promo, news-lock { background: ${tint}; padding: 14px 20px; margin: 18px 0; } news-post { border: 1px solid #dadce0; border-radius: 8px; padding: 12px 18px; margin: 18px 0; } news-ad { background: #f1f3f4; text-align: center; padding: 8px; font-size: 11px; margin: 18px 0; } iframe { border: 0; max-width: 100%; } blockquote { border-inline-start: 3px solid #dadce0; margin: 16px 0; padding-inline-start: 16px; } table { width: 100%; border-collapse: collapse; } td, th { text-align: ${start}; border-bottom: 1px solid #dadce0; padding: 6px; } pre { background: #f1f3f4; padding: 12px; overflow: auto; }
news-links { border-top: 3px solid ${accent}; margin-top: 24px; } news-links a { display: block; padding: 8px 0; } news-comment { border-top: 1px solid #dadce0; padding: 10px 0; font-size: 15px; } news-entry { border-top: 1px solid #dadce0; padding-top: 10px; } news-shelf { margin-bottom: 22px; } news-shelf > h2 { font-size: 19px; border-bottom: 2px solid ${accent}; } news-teaser { display: flex; gap: 14px; padding: 10px 0; } news-teaser img { width: 160px; height: auto; align-self: start; } news-teaser h2, news-teaser h3 { margin: 0 0 4px; line-height: 1.25; font-size: 19px; } news-teaser p { margin: 0; font-size: 15px; color: #5f6368; } news-teaser a { text-decoration: none; color: #202124; } news-teaser[lead] { flex-direction: column; } news-teaser[lead] img { width: 100%; }
news-alert { background: ${accent}; color: #fff; padding: 9px 28px; } news-alert a { color: #fff; } news-footer { background: #f1f3f4; padding: 20px 28px; font-size: 14px; } news-footer a { margin-inline-end: 16px; } news-consent { position: fixed; bottom: 16px; inset-inline-end: 16px; width: 360px; background: #fff; border: 1px solid #dadce0; box-shadow: 0 4px 18px #0003; padding: 16px; font-size: 14px; } news-slot[viewport=phone] { display: none; }`;

/** Made-up element names, as a kit of web components writes them. */
export function customElements(theme: Theme): Look {
  const figure = (picture: Picture): ElementNode =>
    el(
      "news-figure",
      {},
      el("picture", {}, el("source", { srcset: picture.src, type: "image/png" }), image(picture)),
      el(
        "news-caption",
        {},
        as("caption", el("span", { slot: "caption" }, picture.caption)),
        " ",
        as("credit", el("span", { slot: "credit" }, picture.credit)),
      ),
    );
  return {
    id: "custom-elements-2021",
    doctype: "<!doctype html>",
    tagCase: "lower",
    spacing: "indented",
    metadata: "json-ld",
    css: css(theme),
    htmlAttributes: {},
    bodyAttributes: {},
    linkAttributes: () => ({}),
    nestsGroups: true,
    hiddenClass: undefined,
    pieces: {
      ...plainPieces(() => ({})),
      paragraph: (content, style) =>
        el("news-text", style === "outline" ? { tone: "outline" } : {}, el("p", {}, content)),
      heading: (text) => el("h2", { slot: "crosshead" }, text),
      pullQuote: (text) => el("news-pull", {}, text),
      figure,
      slide: figure,
      embed: (author, text, date) =>
        el("news-post", {}, el("b", {}, author), el("p", {}, text), el("news-time", {}, date)),
      promotion: (text, button) =>
        el("news-promo", {}, el("p", {}, text), el("news-button", {}, el("button", {}, button))),
      ad: (label) =>
        el(
          "news-ad",
          {},
          el("span", {}, label),
          el("iframe", { src: "/ads/box.html", width: "300", height: "100", title: label }),
        ),
      correction: (text) => el("news-note", {}, text),
      highlights: (label, items) =>
        el("news-facts", {}, el("h3", {}, label), el("ul", {}, each("li", items))),
      sectionLabel: (link, size) => el("news-label", size === "large" ? { size } : {}, link),
      headline: (text) => el("h1", { slot: "headline" }, text),
      standfirst: (text) => el("news-deck", {}, text),
      byline: (by, authors) => el("news-byline", {}, `${by} `, separated(authors, ", ")),
      dates: (published, modified) =>
        el(
          "news-time",
          { value: published.iso },
          published.label,
          modified ? ` · ${modified.word} ${modified.label}` : undefined,
        ),
      tags: (label, links) =>
        el(
          "news-tags",
          {},
          `${label}: `,
          links.map((link) => [link, " "]),
        ),
      related: (label, links) => el("news-links", {}, el("h3", {}, label), links),
      comments: (label, comments) => el("news-thread", {}, el("h3", {}, label), comments),
      comment: ({ author, date, text }) =>
        el("news-comment", {}, el("b", {}, author), ` ${date}`, el("p", {}, text)),
      paywall: (text, button) => el("news-lock", {}, el("p", {}, text), el("button", {}, button)),
      liveEntry: (time, title, body) => el("news-entry", {}, time, title, body),
      masthead: (name) => el("news-logo", {}, el("a", { href: "/" }, name)),
      nav: (entries) =>
        el(
          "news-menu",
          {},
          entries.map(({ label, link, children }) =>
            children.length === 0
              ? link
              : asGroup(
                  { label, kind: "navigation" },
                  el("news-menu-item", {}, link, el("news-submenu", {}, children)),
                ),
          ),
        ),
      breaking: (label, link) => el("news-alert", {}, el("b", {}, label), " ", link),
      notice: (text, accept, decline) =>
        el("news-consent", {}, el("p", {}, text), el("button", {}, accept), el("button", {}, decline)),
      footer: (text, links) => el("news-footer", {}, links, el("p", {}, text)),
      teaser: ({ title, text, picture, isLead }) =>
        el(
          "news-teaser",
          isLead ? { lead: "" } : {},
          picture ? image(picture) : undefined,
          el("div", {}, el(isLead ? "h2" : "h3", {}, title), text === null ? undefined : el("p", {}, text)),
        ),
      group: ({ label, teasers }) =>
        el("news-shelf", {}, label === undefined ? undefined : el("h2", {}, label), teasers),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      el(
        "news-article",
        {},
        label,
        headline,
        standfirst,
        byline,
        dates,
        tools,
        hero,
        highlights,
        el("news-body", {}, body),
        paywall,
        tags,
      ),
    front: (groups) => groups,
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      el("news-header", {}, masthead, nav),
      breaking,
      el("news-layout", {}, el("news-main", {}, main), el("news-rail", {}, side)),
      footer,
      notice,
    ],
  };
}
