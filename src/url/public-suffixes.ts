import { getPublicSuffix } from "tldts";
import type { Suffixes } from "./registrable-domain.ts";

/** Suffixes by the public suffix list, private section included as browsers do: two blogs of one host are two sites. */
export const publicSuffixes: Suffixes = (host) =>
  getPublicSuffix(host, { allowPrivateDomains: true }) ?? undefined;
