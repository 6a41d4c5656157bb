/** Media types that are never a page, so that their body is not worth downloading. */
export const NOT_HTML_TYPES: ReadonlySet<string> = new Set([
  "application/epub+zip",
  "application/gzip",
  "application/java-archive",
  "application/javascript",
  "application/json",
  "application/msword",
  "application/pdf",
  "application/rtf",
  "application/vnd.rar",
  "application/wasm",
  "application/x-7z-compressed",
  "application/x-bzip2",
  "application/x-gzip",
  "application/x-rar-compressed",
  "application/x-tar",
  "application/x-zip-compressed",
  "application/zip",
  "text/calendar",
  "text/css",
  "text/csv",
  "text/javascript",
]);

/** Prefixes of whole families of such types. */
export const NOT_HTML_FAMILIES: readonly string[] = [
  "application/vnd.ms-",
  "application/vnd.oasis.",
  "application/vnd.openxmlformats-",
  "audio/",
  "font/",
  "image/",
  "model/",
  "video/",
];
