/** The language of a tag such as `pt-BR` or `pt_br`: its first part in lower case. */
export function languageCode(tag: string | undefined): string | undefined {
  return tag?.split(/[-_]/, 1)[0]?.toLowerCase();
}
