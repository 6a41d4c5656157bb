export { toHtml } from "./html.ts";
export { toJson } from "./json.ts";
export { toMarkdown } from "./markdown.ts";
export { FORMATS, type Format, isFormat, render } from "./render.ts";
export { toText } from "./text.ts";
export { toXml } from "./xml.ts";
