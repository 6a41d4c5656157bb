// public-suffixes.ts stays out: its list must not reach the small core bundle.
export { addressParts } from "./address-parts.ts";
export { canonicaliseUrl } from "./canonical-url.ts";
export { isAddress, isHttp, parseHttpUrl } from "./parse-http-url.ts";
export { isPlainAddress } from "./plain-address.ts";
export { guessSuffix, registrableDomain, type Suffixes } from "./registrable-domain.ts";
export { resolveUrl } from "./resolve-url.ts";
export { urlShape } from "./url-shape.ts";
