export {
  type FetchedPage,
  type FetchOptions,
  type FetchRequest,
  fetchPage,
  makeAddressCheck,
  makePageFetcher,
  makeResourceFetcher,
  type PageFetcher,
  type PostMessage,
  post,
  type ResourceFetcher,
  readContentType,
  type Validators,
} from "./fetch-page.ts";
export {
  DEFAULT_DELAY_MS,
  HostPace,
  KNOWN_HOSTS,
  MACHINE_CLOCK,
  type PaceClock,
  RecentMap,
} from "./hosts.ts";
export { makePoliteFetcher, type PoliteFetcher, type PoliteOptions } from "./polite-fetcher.ts";
