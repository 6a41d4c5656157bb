import { type SiteFace, sectionOf } from "../content/site-face.ts";
import type { Story } from "../content/story.ts";

/** Text as XML writes it, in elements and in attributes. */
export const escapeXml = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const tag = (name: string, value: string): string => `<${name}>${escapeXml(value)}</${name}>`;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

const feedTitle = (story: Story): string =>
  story.listings.find((listing) => listing.source === "feed")?.title ?? story.headline;

/** The site's RSS 2.0 feed, newest first. */
export function makeRss(face: SiteFace, stories: readonly Story[]): string {
  const items = newestFirst(stories).map((story) => {
    const url = `https://${face.domain}${story.path}`;
    const authors = story.authors.map((name) => tag("dc:creator", name)).join("");
    return `<item>${tag("title", feedTitle(story))}${tag("link", url)}<guid isPermaLink="true">${escapeXml(url)}</guid>${tag("pubDate", new Date(story.published).toUTCString())}${authors}${tag("category", sectionOf(face, story.concept).name)}${tag("description", story.summary)}</item>`;
  });
  return `${DECLARATION}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${tag("title", face.name)}${tag("link", `https://${face.domain}/`)}${tag("description", face.name)}${tag("language", face.language.locale)}\n${items.join("\n")}\n</channel></rss>\n`;
}

/** The site's Atom feed, newest first. */
export function makeAtom(face: SiteFace, stories: readonly Story[]): string {
  const sorted = newestFirst(stories);
  const entries = sorted.map((story) => {
    const url = escapeXml(`https://${face.domain}${story.path}`);
    const authors = story.authors.map((name) => `<author>${tag("name", name)}</author>`).join("");
    return `<entry>${tag("title", feedTitle(story))}<link href="${url}"/><id>${url}</id>${tag("published", story.published)}${tag("updated", story.modified ?? story.published)}${authors}${tag("summary", story.summary)}</entry>`;
  });
  const updated = sorted[0]?.published ?? `${face.year}-01-01T00:00:00+00:00`;
  return `${DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${face.language.locale}">${tag("title", face.name)}<link href="https://${face.domain}/"/><link rel="self" href="https://${face.domain}/atom.xml"/><id>https://${face.domain}/</id>${tag("updated", updated)}<author>${tag("name", face.name)}</author>\n${entries.join("\n")}\n</feed>\n`;
}

/** The list of all addresses of a site. */
export function makeSitemap(face: SiteFace, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url>${tag("loc", `https://${face.domain}${path}`)}</url>`);
  return `${DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** The list of stories in the form that news search engines read. */
export function makeNewsSitemap(face: SiteFace, stories: readonly Story[]): string {
  const urls = newestFirst(stories).map(
    (story) =>
      `<url>${tag("loc", `https://${face.domain}${story.path}`)}<news:news><news:publication>${tag("news:name", face.name)}${tag("news:language", face.language.code)}</news:publication>${tag("news:publication_date", story.published)}${tag("news:title", story.headline)}</news:news></url>`,
  );
  return `${DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** The site's rules for robots; one folder is closed so that readers of the rules have something to obey. */
export function makeRobots(face: SiteFace): string {
  return `User-agent: *\nDisallow: /search/\nSitemap: https://${face.domain}/sitemap.xml\nSitemap: https://${face.domain}/news-sitemap.xml\n`;
}

function newestFirst(stories: readonly Story[]): Story[] {
  return [...stories].sort((a, b) => (a.published < b.published ? 1 : a.published > b.published ? -1 : 0));
}
