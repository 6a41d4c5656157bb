/** The source of a program that puts streamed parts of a live page into their places, as html/ does where no scripts run. */
export function streamedPartsProgram(): string {
  const functions = [placeStreamedParts, firstById, putPart, fallbackEnd, commentOf];
  return `(() => {\n${functions.map(String).join("\n")}\nplaceStreamedParts();\n})()`;
}

// From here on everything runs inside the page; the functions see each other and nothing else of this file.

function placeStreamedParts(): void {
  const places = firstById("template[id]", /^[BP]:([\da-f]+)$/);
  if (places.size === 0) return;
  for (const [key, part] of firstById("div[hidden][id]", /^S:([\da-f]+)$/)) {
    const place = places.get(key);
    if (!place?.isConnected || part.contains(place)) part.removeAttribute("hidden");
    else putPart(part, place);
  }
}

function firstById(selector: string, id: RegExp): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const element of Document.prototype.querySelectorAll.call(document, selector)) {
    const key = id.exec(element.id)?.[1];
    if (key !== undefined && !found.has(key)) found.set(key, element);
  }
  return found;
}

/** Puts a part between comments: beside a text of the page, its own stays a text of its own. */
function putPart(part: Element, place: Element): void {
  const end = place.id.startsWith("B:") ? fallbackEnd(place) : place.nextSibling;
  const content = [new Comment(), ...part.childNodes, new Comment()];
  while (place.nextSibling !== end) place.nextSibling?.remove();
  place.replaceWith(...content);
}

/** What stands behind the loading sign of a part: the comment that ends it, where comments were kept. */
function fallbackEnd(place: Element): ChildNode | null {
  if (commentOf(place.previousSibling) !== "$?") return place.nextSibling;
  let depth = 0;
  for (let at = place.nextSibling; at !== null; at = at.nextSibling) {
    const comment = commentOf(at);
    if (comment === "/$") {
      if (depth-- === 0) return at;
    } else if (comment?.startsWith("$")) depth++;
  }
  return place.nextSibling;
}

function commentOf(node: Node | null): string | null | undefined {
  return node?.nodeType === Node.COMMENT_NODE ? node.nodeValue : undefined;
}
