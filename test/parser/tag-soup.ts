import type { Random } from "../newsroom/random.ts";

/** Elements with rules of their own in the standard, and a few without. */
const NAMES = [
  ..."a address applet area article aside b base basefont bgsound big blockquote body br button caption center".split(
    " ",
  ),
  ..."code col colgroup dd details dialog dir div dl dt em embed fieldset figure font footer form frame".split(
    " ",
  ),
  ..."frameset h1 h2 h6 head header hr html i iframe image img input keygen li link listing main marquee".split(
    " ",
  ),
  ..."menu meta nav nobr noembed noframes noscript object ol optgroup option p param pre rb rp rt rtc".split(
    " ",
  ),
  ..."ruby s script section select small source span strike strong style sub table tbody td template textarea".split(
    " ",
  ),
  ..."tfoot th thead title tr track tt u ul var wbr xmp x-part unknown".split(" "),
  ..."svg math mi mo mn ms mtext annotation-xml mglyph malignmark foreignObject desc g path".split(" "),
];
/** Drawn more often, as broken pages are made of them. */
const COMMON = [
  "a",
  "select",
  "option",
  "b",
  "i",
  "p",
  "div",
  "table",
  "tr",
  "td",
  "li",
  "ul",
  "font",
  "span",
  "form",
  "svg",
];
const TEXTS = [
  "x",
  " ",
  "\n",
  "\t \n",
  "word &amp; word",
  "&notit;",
  "&lt",
  "&#x41;",
  "&#13;",
  "&#0;",
  "&#128;",
  "a < b",
  "<",
  "</",
  "<>",
  "</>",
  "<3",
  "\r\n",
  "\r",
  "\f",
  "é漢\u{1f600}",
  "\ud800",
  "&",
  "&;",
  "&#;",
  "\0",
  "a\0b",
  "]]>",
  "-->",
  "--!>",
  "\ufeff",
  "&nbsp;",
  "&ampx",
  "&copy=",
  "&AMP;",
  "&ngE;",
];
const COMMENTS = [
  "<!-- c -->",
  "<!-->",
  "<!--->",
  "<!--",
  "<!-- a --!>",
  "<!-- a -- b -->",
  "<!---->",
  "<!-- <!-- -->",
  "<!x>",
  "<?php ?>",
  "<!",
  "<![CDATA[ d <b> ]]>",
  "<![CDATA[",
  "</ x>",
  "</3>",
  "<!---!>",
  "<!--a--->",
];
/** Doctypes in every form that the standard has a state for. */
export const DOCTYPES = [
  "<!doctype html>",
  "<!DOCTYPE>",
  "<!doctype html public>",
  "<!doctypehtml>",
  "<!doctype x>",
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
  "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
  '<!DOCTYPE html SYSTEM "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd">',
  '<!DOCTYPE html PUBLIC "-//IETF//DTD HTML//">',
];
const ATTRIBUTES = [
  "id=1",
  "id=2",
  'class="a b"',
  "href='x'",
  "type=hidden",
  "TYPE=HIDDEN",
  "type=text",
  "color=red",
  "size",
  "encoding=text/html",
  "encoding='application/xhtml+xml'",
  'a="&amp;&lt"',
  "a=&copy=1",
  "a=&copyx",
  "b",
  "=",
  "=x",
  'x"y',
  "/",
  "/ ",
  "xlink:href=#a",
  "viewbox=0",
  "definitionurl=u",
  "xml:lang=en",
  "a\0b=c\0d",
  "id = 3",
  "a=1 a=2",
  "A=1",
  "a=`x`",
  "a=b/c",
  'q="unclosed',
  "<",
  "onclick='a>b'",
];

/**
 * Never combines in one document what parse5 does against the standard: it looks for an open row beyond a template,
 * reads no CDATA in foreign elements that may hold HTML, lets `</tfoot>` end a row outside of one, takes two NUL characters
 * for one in foreign elements, and has the rules for selects of before 2025.
 */
const APART: readonly RegExp[] = [
  /^(?:template|annotation-xml|mi|mo|mn|ms|mtext|foreignobject|desc|title|select)$/i,
  /^(?:table|annotation-xml|mi|mo|mn|ms|mtext|foreignobject|desc|title|select)$/i,
];
const APART_FROM_CDATA = [/^(?:template|select)$/i, /^(?:table|select)$/i];
const SECTION_END = /^<\/(?:tbody|tfoot|thead)\b/i;

/** A document in broken markup: tags in any order, unclosed, crossed, cut off. */
export function makeTagSoup(random: Random): string {
  const soup = makeSoup(random).join("");
  return random.chance(0.1) ? soup.slice(0, random.between(0, soup.length)) : soup;
}

/** The same without what parse5 reads against the standard. */
export function makePlainTagSoup(random: Random): string {
  const hasCdata = random.chance(0.3);
  const unwanted = random.pick(hasCdata ? APART : APART_FROM_CDATA);
  const soup = makeSoup(random)
    .map((part) => (unwanted.test(/^<\/?([\w-]+)/.exec(part)?.[1] ?? "") ? "<p>" : part))
    .map((part) => (SECTION_END.test(part) ? "</tr>" : part))
    .map((part) => (part.startsWith("<![") && !hasCdata ? "<!-- d -->" : part))
    .join("")
    .replaceAll("\0\0", "\0");
  return random.chance(0.1) ? soup.slice(0, random.between(0, soup.length)) : soup;
}

/** The same for a comparison with Chromium, which makes instructions of `<?`, keeps some NUL characters that the standard drops, and cannot be given lone surrogates. */
export function asInBrowser(soup: string): string {
  return soup.replaceAll("<?", "<!").replaceAll("\0", "").toWellFormed();
}

/**
 * Whether a document ends in a doctype before as many characters as its keyword has. Chromium waits there for the rest and
 * forgets what it has read of the doctype (of a document that is nothing else, the whole document); the standard makes a comment
 * or a quirky doctype of it, and an empty page.
 */
export function endsInDoctypeKeyword(soup: string): boolean {
  return /<!d.{0,5}$|<!doctype\s*[^\s>]+\s+[ps].{0,4}$/is.test(soup);
}

/** The same with letters of other scripts wherever a page has any. */
export function withOtherScripts(soup: string): string {
  return soup
    .replaceAll("unknown", "ünknÖwn")
    .replaceAll("x-part", "x-Ã¼漢")
    .replaceAll('class="a b"', 'class="é 漢\u{1f600}" ÀÉ="ß&eacute;&#x1f600;" ÀÉ=2')
    .replaceAll("id=2", "style='content:“”;display:none' über")
    .replaceAll("word", "Größe \u{1f4f0}新聞")
    .replaceAll(" c ", " ñ ");
}

function makeSoup(random: Random): string[] {
  const parts: string[] = random.chance(0.4) ? [random.pick(DOCTYPES)] : [];
  const count = random.between(1, 24);
  for (let at = 0; at < count; at++) parts.push(makePart(random));
  return parts;
}

function makePart(random: Random): string {
  const draw = random.next();
  if (draw < 0.45) return makeStartTag(random);
  if (draw < 0.7) return makeEndTag(random);
  if (draw < 0.93) return random.pick(TEXTS);
  if (draw < 0.99) return random.pick(COMMENTS);
  return random.pick(DOCTYPES);
}

function makeStartTag(random: Random): string {
  const attributes = random.chance(0.3)
    ? ` ${random.sample(ATTRIBUTES, random.between(1, 3)).join(" ")}`
    : "";
  return `<${drawName(random)}${attributes}${random.chance(0.05) ? "/" : ""}>`;
}

function makeEndTag(random: Random): string {
  return `</${drawName(random)}${random.chance(0.05) ? " a=b" : ""}>`;
}

function drawName(random: Random): string {
  const name = random.pick(random.chance(0.5) ? COMMON : NAMES);
  return random.chance(0.03) ? name.toUpperCase() : name;
}
