// Not from chromium.ts: its types would make ours import those of playwright-core, which is optional.
export { type BrowserPool, browsersStarted, openBrowser, renderPage } from "./browser-pool.ts";
export type {
  AddressSource,
  FileSource,
  MarkupSource,
  OpenedPage,
  RenderedPage,
  RenderSource,
} from "./render-source.ts";
export { type BrowserOptions, MAX_PAGES, type RenderOptions } from "./render-source.ts";
