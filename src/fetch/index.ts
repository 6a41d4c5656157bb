export type { Lookup } from "./address-guard.ts";
export type { FetchOptions } from "./fetch-options.ts";
export { type FetchedPage, fetchPage, makePageFetcher, type PageFetcher } from "./fetch-page.ts";
export { type FetchedResource, makeResourceFetcher, type ResourceFetcher } from "./fetch-resource.ts";
export { DEFAULT_DELAY_MS, HostPace, type PaceClock } from "./host-pace.ts";
export { KNOWN_HOSTS, RecentMap } from "./recent-map.ts";
