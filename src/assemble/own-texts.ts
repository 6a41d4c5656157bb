import type { Media } from "../article/index.ts";
import { copyOf } from "../text/index.ts";

/** A text with characters of its own: who keeps an article must not keep its whole page, which a slice would. */
export function ownText(text: string | null): string | null {
  return text === null ? null : copyOf(text);
}

/** Texts, each with characters of its own. */
export function ownTexts(texts: readonly string[]): readonly string[] {
  return texts.map(copyOf);
}

/** Media with texts of their own. */
export function ownMedia({ kind, src, alt, caption, credit }: Media): Media {
  return {
    kind,
    src: copyOf(src),
    alt: ownText(alt),
    caption: ownText(caption),
    credit: ownText(credit),
  };
}
