export {
  demandPage,
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
  isUnasked,
  KNOWN_HOSTS,
  MACHINE_CLOCK,
  PACE_LIMITS,
  type PaceClock,
  RecentMap,
  serverGone,
} from "./hosts.ts";
export {
  makePoliteFetcher,
  type PoliteFetcher,
  type PoliteOptions,
  type SharedTurn,
  type SharedTurns,
  TurnLost,
} from "./polite-fetcher.ts";
export { Slots } from "./slots.ts";
