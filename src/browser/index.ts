export { type BrowserPool, openBrowser, renderPage } from "./browser-pool.ts";
export { browsersStarted } from "./chromium.ts";
export type {
  AddressSource,
  FileSource,
  MarkupSource,
  OpenedPage,
  RenderedPage,
  RenderSource,
} from "./render-source.ts";
export { type BrowserOptions, MAX_PAGES, type RenderOptions } from "./render-source.ts";
