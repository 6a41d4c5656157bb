import { NOT_HTML_FAMILIES, NOT_HTML_TYPES } from "./not-html-types.data.ts";

/** A Content-Type header in parts, lower-cased; undefined is what the server does not say. */
export interface ContentType {
  readonly mediaType: string | undefined;
  readonly charset: string | undefined;
}

const MEDIA_TYPE = /^\s*([^\s;,/]+\/[^\s;,]+)/;
const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i;

/** Reads a Content-Type header. */
export function readContentType(header: string | undefined): ContentType {
  const mediaType = MEDIA_TYPE.exec(header ?? "")?.[1];
  const [, inDouble, inSingle, bare] = CHARSET.exec(header ?? "") ?? [];
  const charset = (inDouble ?? inSingle ?? bare)?.trim();
  return { mediaType: mediaType?.toLowerCase(), charset: charset?.toLowerCase() || undefined };
}

/** Whether a page can hide behind the media type; servers often send none, or a vague one. */
export function mayBeHtml(mediaType: string | undefined): boolean {
  if (mediaType === undefined) return true;
  return !NOT_HTML_TYPES.has(mediaType) && !NOT_HTML_FAMILIES.some((family) => mediaType.startsWith(family));
}
