import { raw } from "../build/serialise.ts";
import { type ElementNode, el } from "../build/tree.ts";
import { type SiteFace, sectionOf } from "../content/site-face.ts";
import type { Story } from "../content/story.ts";
import type { Look } from "../looks/look.ts";

/** What the head of a page is made from; a front page has no story. */
export interface HeadOrder {
  readonly look: Look;
  readonly face: SiteFace;
  readonly url: string;
  readonly title: string;
  readonly story: Story | undefined;
}

const property = (name: string, content: string): ElementNode => el("meta", { property: name, content });

function openGraph({ face, url, title, story }: HeadOrder): ElementNode[] {
  const tags = [
    property("og:site_name", face.name),
    property("og:type", story ? "article" : "website"),
    property("og:title", story?.headline ?? title),
    property("og:url", url),
  ];
  if (!story) return tags;
  tags.push(property("og:description", story.summary), property("article:published_time", story.published));
  if (story.modified) tags.push(property("article:modified_time", story.modified));
  tags.push(property("article:section", sectionOf(face, story.concept).name));
  tags.push(...story.tags.map((tag) => property("article:tag", tag)));
  if (story.hero) tags.push(property("og:image", `https://${face.domain}${story.hero.src}`));
  return tags;
}

function jsonLd({ face, url, story }: HeadOrder): ElementNode[] {
  if (!story) return [];
  const data = {
    "@context": "https://schema.org",
    "@type": story.pageType === "live" ? "LiveBlogPosting" : "NewsArticle",
    headline: story.headline,
    url,
    datePublished: story.published,
    dateModified: story.modified ?? story.published,
    author: story.authors.map((name) => ({ "@type": "Person", name })),
    publisher: { "@type": "NewsMediaOrganization", name: face.name },
    articleSection: sectionOf(face, story.concept).name,
    keywords: story.tags,
    inLanguage: face.language.locale,
    isAccessibleForFree: !story.isPaywalled,
    ...(story.hero ? { image: `https://${face.domain}${story.hero.src}` } : {}),
  };
  return [raw("script", { type: "application/ld+json" }, JSON.stringify(data))];
}

/** Makes the head of a page; how much it says depends on the era of the look. */
export function makeHead(order: HeadOrder): ElementNode {
  const { look, face, url, title, story } = order;
  const isModern = face.year >= 2010;
  return el(
    "head",
    {},
    isModern
      ? el("meta", { charset: "utf-8" })
      : el("meta", { "http-equiv": "Content-Type", content: "text/html; charset=utf-8" }),
    el("title", {}, title),
    isModern ? el("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }) : undefined,
    story ? el("meta", { name: "description", content: story.summary }) : undefined,
    isModern ? el("link", { rel: "canonical", href: url }) : undefined,
    el("link", { rel: "alternate", type: "application/rss+xml", title: face.name, href: "/feed.xml" }),
    look.metadata === "title" ? undefined : openGraph(order),
    look.metadata === "json-ld" ? jsonLd(order) : undefined,
    el("style", look.id === "amp-2017" ? { "amp-custom": "" } : { type: "text/css" }, look.css),
  );
}
