export { type BrowserPool, openBrowser, renderPage } from "./browser-pool.ts";
export type { OpenedPage, RenderedPage } from "./render-options.ts";
export { type BrowserOptions, MAX_PAGES, type RenderOptions } from "./render-options.ts";
export type { AddressSource, FileSource, MarkupSource, RenderSource } from "./render-source.ts";
export { browsersStarted } from "./start-chromium.ts";
