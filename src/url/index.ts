// public-suffixes.ts stays out: its list must not reach the small core bundle.
export {
  addressKey,
  addressParts,
  canonicaliseUrl,
  guessSuffix,
  identityUrl,
  isAddress,
  isHttp,
  isPlainAddress,
  namesFurniture,
  namesOffer,
  parseHttpUrl,
  pictureKey,
  registrableDomain,
  resolveUrl,
  type Suffixes,
  urlShape,
} from "./http-url.ts";
