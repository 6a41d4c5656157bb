import { ENCODING_ALIASES } from "./encoding-aliases.data.ts";

/** The name of the encoding that a label stands for, as TextDecoder spells it; undefined for a label nobody knows. */
export function encodingName(label: string): string | undefined {
  const trimmed = label.trim().toLowerCase();
  const name =
    nativeName(trimmed) ?? nativeName(ENCODING_ALIASES.get(trimmed) ?? trimmed.replaceAll("_", "-"));
  // The standard's decoder for GBK is that of GB18030; one name for both saves every caller a case.
  return name === "gbk" ? "gb18030" : name;
}

function nativeName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
