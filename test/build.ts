import { buildIfStale } from "../scripts/fresh-build.ts";

/** Builds the package before the tests that use it as others will. */
export function setup(): void {
  buildIfStale();
}
