import { attribute, type Document } from "../../html/index.ts";
import { NAMED } from "./pictures.data.ts";

/** The kinds of pictures that are not the article's, by the names around them. */
export type NamedKind = keyof typeof NAMED;

const KIND_OF: ReadonlyMap<string, NamedKind> = new Map(
  (Object.keys(NAMED) as NamedKind[]).flatMap((kind) =>
    NAMED[kind].flatMap((line) => line.split(" ").map((word) => [word, kind] as const)),
  ),
);

/** Names of buttons that lie on pictures of the article too: other names of the same element or around it say more. */
export const WEAK_KINDS: ReadonlySet<NamedKind | undefined> = new Set([undefined, "share", "icon"]);

const WORDS = wordTest(() => true);
const STRONG_WORDS = wordTest((kind) => !WEAK_KINDS.has(kind));

/** Finds a whole word in names of both spellings: `author-image` and `authorImage`, not `authority`. */
function wordTest(isWanted: (kind: NamedKind) => boolean): RegExp {
  const words = [...KIND_OF.keys()].filter((word) => isWanted(KIND_OF.get(word)!));
  const humps = words.map((word) => word.replace(/^./, (letter) => letter.toUpperCase()));
  return new RegExp(`(?:(?:^|[^a-zA-Z])(${words.join("|")})|(${humps.join("|")}))(?![a-z])`);
}

/** The kind of picture that class and id of an element suggest. */
export function kindNamed(document: Document, node: number): NamedKind | undefined {
  const name = attribute(document, node, "class");
  const id = attribute(document, node, "id");
  if (name === undefined && id === undefined) return undefined;
  const names = id === undefined ? name! : `${name ?? ""} ${id}`;
  const first = WORDS.exec(names);
  if (first === null) return undefined;
  const kind = KIND_OF.get((first[1] ?? first[2]!).toLowerCase());
  const strong = WEAK_KINDS.has(kind) ? STRONG_WORDS.exec(names) : null;
  return strong === null ? kind : KIND_OF.get((strong[1] ?? strong[2]!).toLowerCase());
}
