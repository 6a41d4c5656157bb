const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)$/i;
/** Sizes of one picture at the end of a file name. */
const SIZE_MARKS =
  /(?:[-_.@](?:\d{2,4}x\d{2,4}|\d{2,4}(?:px|w|h)|[wh]_?\d{2,4}|s\d{2,4}|[23]x|r?scaled|small|medium|large|thumb(?:nail)?|orig(?:inal)?|full|crop(?:ped)?))+$/i;
/** Folders of a size: `/1100/`, `/640x360/`, `/w_300/`. */
const SIZE_FOLDER = /^(?:\d{2,4}|\d{2,4}x\d{2,4}|[wh][_-]?\d{2,4}|thumbs?|small|medium|large)$/i;
/** Parameters of resizing services. */
const SIZE_PARAMETERS = /(?:^|&)(?:w|h|width|height|q|quality|format|fit|crop|dpr|resize)=[^&]*/g;
/** Shorter file names ('image', '1') are of many pictures: the folder tells them apart. */
const MIN_STEM = 9;

/**
 * Words that files and their folders are named by where they are part of the page's furniture. A story about a brand may show its
 * logo: what a page says of a picture elsewhere counts more.
 */
const FURNITURE = wordTest(
  "icon icons logo logos monogram avatar avatars gravatar favicon sprite sprites spinner loader",
  "emoji smiley smilies headshot authors masthead noimage",
);
/** Words that name furniture only in short names: a story may be about a bullet train. */
const SHORT_FURNITURE = wordTest(
  "emblem button buttons btn badge badges ad ads advert cta arrow bullet rss placeholder",
  "newsletter author partners divider separator navigation print default",
);
const MAX_SHORT_WORDS = 3;
/** Words that files are named by which lead to something on offer; only pictures that are links are asked for them. */
const OFFER = wordTest(
  "banner banners promo promotion offer coupon subscribe subscription trial signup shop ebook",
  "webinar download sponsor affiliate buy",
);
const THEME_FOLDER = /\/wp-(?:content\/(?:themes|plugins)|includes)\//;

function wordTest(...lines: readonly string[]): RegExp {
  const words = lines.join(" ").replaceAll(" ", "|");
  return new RegExp(`(?:^|[^a-z\\d])(?:${words})(?![a-z\\d])`, "i");
}

/** What the addresses of one picture in several sizes have in common. */
export function pictureKey(address: string): string {
  const inner = innermost(address);
  const host = inner.indexOf("//") + 2;
  const from = host < 2 ? 0 : inner.indexOf("/", host) + 1;
  const query = inner.search(/[?#]/);
  const end = query < 0 ? inner.length : query;
  const file = inner.slice(Math.max(from, inner.lastIndexOf("/", end) + 1), end);
  if (!PICTURE_FILE.test(file)) {
    const parameters = inner.slice(end + 1).replace(SIZE_PARAMETERS, "");
    return `${inner.slice(from, end)}?${parameters}`.toLowerCase();
  }
  const stem = file.replace(PICTURE_FILE, "").replace(SIZE_MARKS, "").toLowerCase();
  if (stem.length >= MIN_STEM) return stem;
  const folders = inner.slice(from, end - file.length).split("/");
  return [...folders.filter((part) => part !== "" && !SIZE_FOLDER.test(part)), stem].join("/").toLowerCase();
}

/** Whether the name of a picture's file or of its folder says that it is part of the page's furniture. */
export function namesFurniture(address: string): boolean {
  const name = fileName(address);
  if (FURNITURE.test(name) || THEME_FOLDER.test(address)) return true;
  if (!SHORT_FURNITURE.test(name)) return false;
  // The last word is the kind of the file.
  const words = name.slice(name.indexOf("/") + 1).split(/[^a-z]+/i);
  return words.length - 1 <= MAX_SHORT_WORDS;
}

/** Whether the name of a picture's file says that it advertises something. */
export function namesOffer(address: string): boolean {
  return OFFER.test(fileName(address));
}

/** The name of a file with that of its folder. */
function fileName(address: string): string {
  const inner = innermost(address);
  const query = inner.search(/[?#]/);
  const end = query < 0 ? inner.length : query;
  return inner.slice(inner.lastIndexOf("/", inner.lastIndexOf("/", end) - 1) + 1, end);
}

/** The address that a resizing service is asked for inside its own. */
function innermost(address: string): string {
  const at = address.lastIndexOf("http");
  if (at <= 0) return address;
  const inner = address.slice(at);
  try {
    return decodeURIComponent(inner).split("&")[0]!;
  } catch {
    // A stray percent sign, or bytes of another encoding than UTF-8.
    return inner;
  }
}
