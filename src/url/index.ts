// public-suffixes.ts stays out: its list must not reach the small core bundle.
export { canonicaliseUrl, urlShape } from "./canonical-url.ts";
export { addressParts, isAddress, isHttp, isPlainAddress, parseHttpUrl, resolveUrl } from "./http-url.ts";
export { namesFurniture, namesOffer, pictureKey } from "./picture-address.ts";
export { guessSuffix, registrableDomain, type Suffixes } from "./registrable-domain.ts";
