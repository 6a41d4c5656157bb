import { getPublicSuffix } from "tldts";
import { rememberWords } from "../text/index.ts";
import type { Suffixes } from "./http-url.ts";

/** Empty if there is none. Cached, since most pages come with others of their site. */
const suffixOf = rememberWords((host) => getPublicSuffix(host, { allowPrivateDomains: true }) ?? "");

/** Suffixes by the public suffix list, private section included as browsers do: two blogs of one host are two sites. */
export const publicSuffixes: Suffixes = (host) => suffixOf(host) || undefined;
