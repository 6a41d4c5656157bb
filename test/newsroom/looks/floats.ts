import { as, each, el, separated } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { classNaming, image, plainPieces, topLinks } from "./plain-pieces.ts";

const NAMING = classNaming({
  pullQuote: "pullquote",
  embed: "tweet",
  promotion: "newsletter-box",
  ad: "advert",
  highlights: "story-highlights",
  paywall: "subscribe-box",
  comments: "comments",
  comment: "comment clearfix",
  outline: "first-para",
  breaking: "breaking-news",
  notice: "cookie-bar",
  tags: "tag-list",
  tools: "share-tools",
  table: "stats",
});

const css = ({ accent, dark, tint, start, end }: Theme): string => `
body { background: #eceff1; color: #333; font: 13px/1.5 "Lucida Grande", Verdana, Arial, sans-serif; margin: 0; }
a { color: ${dark}; } .clearfix { overflow: hidden; }
#wrapper { width: 960px; margin: 0 auto; background: #fff; -webkit-box-shadow: 0 0 8px #999; box-shadow: 0 0 8px #999; }
#header { background: ${dark}; background-image: linear-gradient(${accent}, ${dark}); padding: 22px 20px; }
#header h2 { margin: 0; } #header h2 a { color: #fff; font: bold 34px Georgia, serif; text-decoration: none; text-shadow: 0 1px 2px #000; }
#nav { background: #333; overflow: hidden; margin: 0; padding: 0 12px; list-style: none; } #nav li { float: ${start}; } #nav li a { display: block; color: #fff; padding: 9px 12px; text-decoration: none; font-size: 12px; }
#content { float: ${start}; width: 610px; padding: 20px; } #sidebar { float: ${end}; width: 270px; padding: 20px 20px 20px 0; }
#content h1 { font: bold 28px/1.2 Georgia, serif; color: #111; margin: 6px 0; } .section { font-size: 11px; font-weight: bold; } .section-big { font: bold 48px Georgia; margin: 0; } .summary { font-size: 15px; color: #666; margin: 0 0 10px; }
.meta { font-size: 11px; color: #888; border-bottom: 1px solid #ddd; padding-bottom: 8px; } .article-body p { margin: 0 0 14px; font-size: 14px; line-height: 1.6; } .article-body p.first-para { font-weight: bold; font-size: 16px; color: ${dark}; }
.img-right { float: ${end}; width: 300px; margin: 0 0 12px 16px; border: 1px solid #ddd; padding: 5px; background: #fafafa; } .img-right img { width: 300px; height: 169px; } .img-full img { width: 600px; height: 338px; } .photo-caption { font-size: 11px; margin: 4px; color: #666; }
.pullquote { float: ${start}; width: 190px; font: italic 19px/1.3 Georgia, serif; color: ${accent}; border-top: 3px solid; border-bottom: 3px solid; margin: 0 16px 12px 0; }
.story-highlights, .newsletter-box, .subscribe-box, .tweet { border: 1px solid #ccc; -webkit-border-radius: 6px; border-radius: 6px; padding: 8px 14px; margin: 0 0 14px; background: ${tint}; } .story-highlights { float: ${start}; width: 200px; margin-${end}: 16px; }
.advert { text-align: center; margin: 12px 0; font-size: 10px; color: #aaa; } .advert small { display: block; } iframe { border: 1px solid #ddd; max-width: 100%; }
.stats { width: 100%; border-collapse: collapse; margin-bottom: 12px; } .stats th { background: ${dark}; color: #fff; } .stats td, .stats th { padding: 5px; border: 1px solid #ccc; }
#related { clear: both; background: #f5f5f5; padding: 8px 16px; } .comments { clear: both; } .comment { border-bottom: 1px solid #ddd; padding: 8px 0; } .share-tools, .tag-list { clear: both; padding: 0; } .tag-list li { display: inline; margin-${end}: 8px; }
.module h3 { background: ${tint}; border-bottom: 2px solid ${accent}; font-size: 14px; margin: 14px 0 6px; padding: 5px 8px; } .item { overflow: hidden; padding: 7px 0; border-bottom: 1px dotted #bbb; } .item img { float: ${start}; width: 140px; height: 79px; margin-${end}: 12px; } .item h4 { margin: 0; font: bold 15px Georgia; } .item-lead h4 { font-size: 22px; } .item-lead img { width: 260px; height: 146px; } .item p { margin: 4px 0; }
.breaking-news { background: #c00; color: #fff; padding: 7px 20px; } .breaking-news a { color: #fff; } #footer { clear: both; background: #333; color: #aaa; padding: 16px 20px; font-size: 11px; } #footer a { color: #fff; } .cookie-bar { background: #222; color: #fff; padding: 8px; text-align: center; } .mobile-only { display: none; }`;

/** Fixed width, floats, gradients and rounded boxes: a site of 2010. */
export function floats(theme: Theme): Look {
  return {
    id: "floats-2010",
    doctype:
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    tagCase: "lower",
    spacing: "indented",
    metadata: "open-graph",
    css: css(theme),
    htmlAttributes: {},
    bodyAttributes: { class: "home-v2" },
    linkAttributes: () => ({}),
    nestsGroups: false,
    hiddenClass: "mobile-only",
    pieces: {
      ...plainPieces(NAMING),
      figure: (picture) =>
        el(
          "div",
          { class: "img-right" },
          image(picture),
          el(
            "p",
            { class: "photo-caption" },
            as("caption", el("span", {}, picture.caption)),
            el("br", {}),
            as("credit", el("em", {}, picture.credit)),
          ),
        ),
      slide: (picture) =>
        el(
          "div",
          { class: "img-full" },
          image(picture),
          el(
            "p",
            { class: "photo-caption" },
            as("caption", el("span", {}, picture.caption)),
            " ",
            as("credit", el("em", {}, picture.credit)),
          ),
        ),
      sectionLabel: (link, size) => el("div", { class: size === "large" ? "section-big" : "section" }, link),
      standfirst: (text) => el("h2", { class: "summary" }, text),
      byline: (by, authors) => el("span", { class: "author" }, `${by} `, separated(authors, ", ")),
      dates: (published, modified) =>
        el(
          "span",
          { class: "date" },
          ` ${published.label}`,
          modified ? ` | ${modified.word} ${modified.label}` : undefined,
        ),
      related: (label, links) =>
        el("div", { id: "related" }, el("h3", {}, label), el("ul", {}, each("li", links))),
      masthead: (name) => el("h2", { id: "logo" }, el("a", { href: "/" }, name)),
      nav: (entries) => el("ul", { id: "nav" }, each("li", topLinks(entries))),
      footer: (text, links) =>
        el(
          "div",
          { id: "footer" },
          el(
            "p",
            {},
            links.map((link) => [link, " | "]),
          ),
          el("p", {}, text),
        ),
      teaser: ({ title, text, picture, isLead }) =>
        el(
          "div",
          { class: isLead ? "item item-lead" : "item" },
          picture ? image(picture) : undefined,
          el("h4", {}, title),
          text === null ? undefined : el("p", {}, text),
        ),
      group: ({ label, teasers }) =>
        el(
          "div",
          { class: "module" },
          label === undefined ? undefined : el("h3", {}, label),
          el("div", { class: "module-body" }, teasers),
        ),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      el(
        "div",
        { id: "story" },
        label,
        headline,
        standfirst,
        el("div", { class: "meta" }, byline, dates),
        el("div", { class: "article-body clearfix" }, hero, highlights, body),
        paywall,
        tools,
        tags,
      ),
    front: (groups) => el("div", { id: "front" }, groups),
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      notice,
      el(
        "div",
        { id: "wrapper" },
        el("div", { id: "header" }, masthead),
        nav,
        breaking,
        el(
          "div",
          { class: "clearfix" },
          el("div", { id: "content" }, main),
          el("div", { id: "sidebar" }, side),
        ),
        footer,
      ),
    ],
  };
}
