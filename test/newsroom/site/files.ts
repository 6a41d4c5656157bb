import { PICTURE_COUNT, picturePath } from "../content/pictures.ts";
import type { SiteFace } from "../content/site-face.ts";
import type { Story } from "../content/story.ts";
import { makeAtom, makeNewsSitemap, makeRobots, makeRss, makeSitemap } from "./feeds.ts";
import { makePicture, makeSpacer } from "./image.ts";

/** A file of a site that is not one of its labelled pages. */
export interface SiteFile {
  /** The path part of the address, with its leading slash. */
  readonly path: string;
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

const XML = "application/xml; charset=utf-8";
const HTML = "text/html; charset=utf-8";

function servicePage(title: string, { locale, direction }: SiteFace["language"]): string {
  return `<!doctype html>\n<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
}

function serviceFiles(face: SiteFace): SiteFile[] {
  const { language } = face;
  const pages = (["about", "contact", "privacy", "search"] as const).map((name) => ({
    path: `/${name}/`,
    contentType: HTML,
    content: servicePage(language.labels[name], language),
  }));
  const box = `<!doctype html><html><head><meta charset="utf-8"><title>Box</title></head><body style="margin:0;background:#dfe6ea;font:700 20px/100px Arial;text-align:center">Lumen Foods</body></html>`;
  return [...pages, { path: "/ads/box.html", contentType: HTML, content: box }];
}

/** Feeds, sitemaps, robots.txt, pictures and service pages of a site. */
export function makeFiles(
  face: SiteFace,
  stories: readonly Story[],
  pagePaths: readonly string[],
): SiteFile[] {
  const pictures = Array.from({ length: PICTURE_COUNT }, (_, index) => ({
    path: picturePath(index + 1),
    contentType: "image/png",
    content: makePicture(index + 1),
  }));
  return [
    { path: "/feed.xml", contentType: "application/rss+xml; charset=utf-8", content: makeRss(face, stories) },
    {
      path: "/atom.xml",
      contentType: "application/atom+xml; charset=utf-8",
      content: makeAtom(face, stories),
    },
    { path: "/sitemap.xml", contentType: XML, content: makeSitemap(face, pagePaths) },
    { path: "/news-sitemap.xml", contentType: XML, content: makeNewsSitemap(face, stories) },
    { path: "/robots.txt", contentType: "text/plain; charset=utf-8", content: makeRobots(face) },
    ...serviceFiles(face),
    ...pictures,
    { path: "/media/spacer.png", contentType: "image/png", content: makeSpacer() },
  ];
}
