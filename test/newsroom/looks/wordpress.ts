import { as, each, el, separated } from "../build/tree.ts";
import type { Look, Theme } from "./look.ts";
import { classNaming, image, plainPieces } from "./plain-pieces.ts";

const NAMING = classNaming({
  headline: "entry-title",
  standfirst: "entry-subtitle",
  outline: "intro-text",
  heading: "wp-block-heading",
  list: "wp-block-list",
  table: "wp-block-table",
  quote: "wp-block-quote",
  pullQuote: "wp-block-pullquote",
  code: "wp-block-code",
  embed: "wp-block-embed",
  promotion: "widget widget_mailing_list",
  ad: "widget ad-zone",
  highlights: "key-points",
  paywall: "members-only",
  tools: "sharedaddy sd-block",
  tags: "post-tags",
  liveEntry: "live-update",
  breaking: "breaking-strip",
  notice: "cookie-law-info-bar",
  button: "wp-block-button__link",
});

const css = ({ accent, dark, tint, start, end }: Theme): string => `
body { margin: 0; background: #f1f1f1; color: #404040; font: 16px/1.6 "Noto Serif", Georgia, serif; }
a { color: ${accent}; } .site { max-width: 1120px; margin: 24px auto; background: #fff; box-shadow: 0 0 1px rgba(0,0,0,.3); }
.site-header { padding: 34px 40px 20px; } .site-title { margin: 0; font: 700 34px "Noto Sans", Arial, sans-serif; } .site-title a { color: #222; text-decoration: none; }
.main-navigation { background: ${dark}; padding: 0 28px; } .main-navigation ul { margin: 0; padding: 0; list-style: none; } .main-navigation li { display: inline-block; } .main-navigation a { display: block; color: #fff; padding: 12px; text-decoration: none; font: 700 13px "Noto Sans", Arial, sans-serif; text-transform: uppercase; }
.site-content { display: table; width: 100%; } .content-area { display: table-cell; padding: 34px 40px; vertical-align: top; } .widget-area { display: table-cell; width: 270px; padding: 34px 30px; background: #fafafa; vertical-align: top; font-size: 14px; }
.entry-title { font: 700 34px/1.2 "Noto Sans", Arial, sans-serif; color: #222; margin: 6px 0 10px; } .cat-links { font: 700 12px Arial; text-transform: uppercase; } .cat-links-large { font: 700 54px/1 Arial; } .entry-subtitle { font-size: 19px; color: #777; } .entry-meta { font: 13px "Noto Sans", Arial; color: #888; border-bottom: 1px solid #eee; padding-bottom: 12px; margin-bottom: 20px; }
.post-thumbnail img, .wp-caption img, .gallery-item img { max-width: 100%; height: auto; } .wp-caption { margin: 0 0 20px; background: #f7f7f7; padding: 6px; } .wp-caption-text { font-size: 13px; margin: 4px; color: #777; } .gallery-item { margin: 0 0 24px; }
.intro-text { font: 700 17px/1.5 "Noto Sans", Arial; } .wp-block-pullquote { text-align: center; border-top: 4px solid #555; border-bottom: 4px solid #555; font-size: 24px; margin: 28px 0; } blockquote { border-${start}: 4px solid ${accent}; margin: 20px 0; padding-${start}: 18px; font-style: italic; }
.key-points, .members-only, .widget_mailing_list { background: ${tint}; padding: 10px 20px; margin: 18px 0; } .ad-zone { text-align: center; background: #eee; padding: 8px; margin: 18px 0; } .ad-zone small { display: block; color: #999; } iframe { border: 0; max-width: 100%; } table { width: 100%; border-collapse: collapse; } td, th { border: 1px solid #ddd; padding: 6px 10px; } pre { background: #eee; padding: 12px; }
.jp-relatedposts { border-top: 1px solid #ddd; margin-top: 30px; } .comment-list { list-style: none; padding: 0; } .comment-body { border-bottom: 1px solid #eee; padding: 14px 0; } .comment-meta { font: 13px Arial; color: #888; } .post-tags { list-style: none; padding: 0; font-size: 13px; } .post-tags li { display: inline; margin-${end}: 10px; }
.hentry-teaser { border-bottom: 1px solid #eee; padding: 14px 0; overflow: hidden; } .hentry-teaser img { float: ${start}; width: 220px; height: auto; margin-${end}: 18px; } .hentry-teaser h2, .hentry-teaser h3 { margin: 0 0 6px; font: 700 20px/1.3 "Noto Sans", Arial; } .hentry-teaser a { color: #222; text-decoration: none; } .widget-area .hentry-teaser h3 { font-size: 15px; } .page-title { font: 700 15px Arial; text-transform: uppercase; border-bottom: 3px solid ${accent}; }
.breaking-strip { background: ${accent}; color: #fff; padding: 8px 40px; } .breaking-strip a { color: #fff; } .site-footer { padding: 20px 40px; font-size: 13px; border-top: 1px solid #eee; } .cookie-law-info-bar { position: fixed; bottom: 0; width: 100%; background: #fff; border-top: 2px solid ${accent}; padding: 10px; text-align: center; font-size: 14px; } .hide-on-desktop { display: none; }`;

/** A stock blog theme of 2014 with widgets and numbered comments. */
export function wordpress(theme: Theme): Look {
  const captioned = (kind: string) => (picture: Parameters<typeof image>[0]) =>
    el(
      "div",
      { class: kind },
      image(picture, { class: "size-full" }),
      el(
        "p",
        { class: "wp-caption-text" },
        as("caption", el("span", {}, picture.caption)),
        " ",
        as("credit", el("span", { class: "credit" }, picture.credit)),
      ),
    );
  return {
    id: "wordpress-2014",
    doctype: "<!DOCTYPE html>",
    tagCase: "lower",
    spacing: "indented",
    metadata: "open-graph",
    css: css(theme),
    htmlAttributes: {},
    bodyAttributes: { class: "single single-post postid-214 single-format-standard" },
    linkAttributes: (part) =>
      part === "author" ? { class: "url fn n", rel: "author" } : part === "tag-link" ? { rel: "tag" } : {},
    nestsGroups: false,
    hiddenClass: "hide-on-desktop",
    pieces: {
      ...plainPieces(NAMING),
      figure: captioned("wp-caption aligncenter"),
      slide: captioned("gallery-item"),
      sectionLabel: (link, size) =>
        el("span", { class: size === "large" ? "cat-links cat-links-large" : "cat-links" }, link),
      byline: (by, authors) =>
        el(
          "span",
          { class: "byline" },
          `${by} `,
          separated(
            authors.map((author) => el("span", { class: "author vcard" }, author)),
            ", ",
          ),
        ),
      dates: (published, modified) =>
        el(
          "span",
          { class: "posted-on" },
          " ",
          el("time", { class: "entry-date published", datetime: published.iso }, published.label),
          modified
            ? [
                " ",
                el(
                  "time",
                  { class: "updated", datetime: modified.iso },
                  `${modified.word} ${modified.label}`,
                ),
              ]
            : undefined,
        ),
      related: (label, links) =>
        el(
          "div",
          { id: "jp-relatedposts", class: "jp-relatedposts" },
          el("h3", { class: "jp-relatedposts-headline" }, label),
          each("p", links),
        ),
      comments: (label, comments) =>
        el(
          "div",
          { id: "comments", class: "comments-area" },
          el("h2", { class: "comments-title" }, `${comments.length} ${label}`),
          el("ol", { class: "comment-list" }, comments),
        ),
      comment: ({ author, date, text, reply }) =>
        el(
          "li",
          { class: "comment even depth-1" },
          el(
            "article",
            { class: "comment-body" },
            el(
              "footer",
              { class: "comment-meta" },
              el("b", { class: "fn" }, author),
              " ",
              el("time", {}, date),
            ),
            el("div", { class: "comment-content" }, el("p", {}, text)),
            el("a", { class: "comment-reply-link", href: "#respond" }, reply),
          ),
        ),
      masthead: (name) => el("p", { class: "site-title" }, el("a", { href: "/", rel: "home" }, name)),
      nav: (entries) =>
        el(
          "nav",
          { class: "main-navigation", role: "navigation" },
          el(
            "ul",
            { id: "menu-main", class: "menu" },
            entries.map((entry) => el("li", { class: "menu-item" }, entry.link)),
          ),
        ),
      footer: (text, links) =>
        el(
          "footer",
          { id: "colophon", class: "site-footer" },
          el(
            "div",
            { class: "site-info" },
            links.map((link) => [link, " · "]),
            text,
          ),
        ),
      teaser: ({ title, text, picture, isLead }) =>
        el(
          "article",
          { class: "hentry-teaser post type-post" },
          picture ? image(picture, { class: "attachment-post-thumbnail" }) : undefined,
          el(isLead ? "h2" : "h3", {}, title),
          text === null ? undefined : el("div", { class: "entry-summary" }, el("p", {}, text)),
        ),
      group: ({ label, teasers, place }) =>
        el(
          "section",
          { class: place === "side" ? "widget widget_recent_entries" : "archive-block" },
          label === undefined ? undefined : el("h2", { class: "page-title" }, label),
          teasers,
        ),
    },
    story: ({ label, headline, standfirst, byline, dates, tools, hero, highlights, body, paywall, tags }) =>
      el(
        "article",
        { id: "post-214", class: "post-214 post type-post status-publish hentry" },
        el(
          "header",
          { class: "entry-header" },
          label,
          headline,
          standfirst,
          el("div", { class: "entry-meta" }, byline, dates),
        ),
        el("div", { class: "entry-content" }, hero, highlights, body, paywall, tools),
        el("footer", { class: "entry-footer" }, tags),
      ),
    front: (groups) => groups,
    page: ({ masthead, nav, breaking, main, side, footer, notice }) => [
      el(
        "div",
        { id: "page", class: "hfeed site" },
        el("header", { id: "masthead", class: "site-header" }, masthead),
        nav,
        breaking,
        el(
          "div",
          { id: "content", class: "site-content" },
          el(
            "div",
            { id: "primary", class: "content-area" },
            el("main", { id: "main", class: "site-main" }, main),
          ),
          el("div", { id: "secondary", class: "widget-area" }, side),
        ),
        footer,
      ),
      notice,
    ],
  };
}
