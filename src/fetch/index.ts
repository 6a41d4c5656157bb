export type { Lookup } from "./address-guard.ts";
export {
  type FetchedPage,
  type FetchedResource,
  type FetchOptions,
  fetchPage,
  makePageFetcher,
  makeResourceFetcher,
  type PageFetcher,
  type ResourceFetcher,
} from "./fetch-page.ts";
export { DEFAULT_DELAY_MS, HostPace, KNOWN_HOSTS, type PaceClock, RecentMap } from "./hosts.ts";
