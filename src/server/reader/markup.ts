/** Markup that is safe to send: made by `markup`, or by a writer that sanitises. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in a template: text is escaped, markup is not, nothing is left out. */
export type Piece = Markup | string | number | null | undefined | readonly Piece[];

/** A template in which every text is escaped, for elements and for quoted attributes. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.map((string, at) => string + written(pieces[at])).join(""));
}

function written(piece: Piece): string {
  if (piece === null || piece === undefined) return "";
  if (piece instanceof Markup) return piece.text;
  if (Array.isArray(piece)) return piece.map(written).join("");
  return String(piece).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
