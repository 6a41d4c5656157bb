export { type BrowserPool, openBrowser, renderPage } from "./browser-pool.ts";
export type { BrowserOptions, RenderOptions } from "./render-options.ts";
export type { AddressSource, FileSource, MarkupSource, RenderSource } from "./render-source.ts";
export type { OpenedPage, RenderedPage } from "./rendered-page.ts";
