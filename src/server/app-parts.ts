import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import type { PageFetcher } from "../fetch/index.ts";
import type { Store } from "../store/index.ts";
import type { ApiDescription } from "./api/describe.ts";
import type { BodyLimits } from "./body-limits.ts";
import type { ExtractionPool } from "./extraction-pool.ts";
import type { SecurityOptions } from "./security.ts";
import type { SiteThreads } from "./site-threads.ts";
import type { Studio } from "./studio/studio.ts";

/**
 * A group of routes, added in a scope of its own, so that its content type parsers and hooks do not affect other groups.
 * A group has no checks of its own: `addSecurity` runs before each of its routes, which say in `config` what they need
 * (`scope`, `changes`, `isStream`). The description of the API is made from `schema`.
 */
export type RouteGroup = (scope: FastifyInstance, parts: RouteParts) => void;

/** The parts that a group of routes gets. */
export interface RouteParts extends AppParts {
  readonly metrics: Registry;
  readonly describe: () => ApiDescription;
}

/** The parts of an app; tests give their own. */
export interface AppParts {
  readonly pool: Pick<ExtractionPool, "run" | "runLine" | "refuseIfFull" | "open">;
  /** Fetches pages with the address guard; the only way to the network. */
  readonly fetchPage: PageFetcher;
  /** The same, one page at a time for each host, for lists of pages. */
  readonly fetchPolitely: PageFetcher;
  /** Throws where the guard would refuse an address; nothing is sent. */
  readonly checkAddress: (url: string) => Promise<void>;
  readonly sites: Pick<SiteThreads, "list" | "startCollecting" | "state" | "renderOriginal" | "addPage">;
  /** The library, opened by the first request that needs it. */
  readonly openStore: () => Promise<Store>;
  readonly security: SecurityOptions;
  readonly bodies?: BodyLimits | undefined;
  readonly now: () => number;
  readonly version: string;
  /** Whether the routes of other services (`--compat`) are enabled. */
  readonly isCompat?: boolean | undefined;
  readonly studio?: Studio | undefined;
  readonly maxBodyBytes?: number | undefined;
  /** Where log lines go; nowhere where it is absent. */
  readonly log?: { write(line: string): void } | undefined;
}
