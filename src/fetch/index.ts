export {
  type FetchOptions,
  fetchPage,
  makePageFetcher,
  makeResourceFetcher,
  type PageFetcher,
  type ResourceFetcher,
} from "./fetch-page.ts";
export { DEFAULT_DELAY_MS, HostPace, KNOWN_HOSTS, type PaceClock, RecentMap } from "./hosts.ts";
