// Runs in the page, in a world of its own; its last value is what executeScript gives. It changes nothing in the page.
(() => {
  if (!/html/.test(document.contentType)) return { kind: "not-html", contentType: document.contentType };

  /** What is no part of what people see, or is theirs alone. */
  const LEFT_OUT = new Set(["SCRIPT", "NOSCRIPT", "TEMPLATE", "TEXTAREA"]);
  const inert = document.implementation.createHTMLDocument("");

  function isLeftOut(element) {
    if (element.tagName === "SCRIPT") return element.type !== "application/ld+json";
    // The address is the one on screen: a server that reads the copy is not to be sent on.
    if (element.tagName === "META") return /^(refresh|content-security-policy)$/i.test(element.httpEquiv);
    // Hidden fields hold tokens of the reader's session.
    if (element.tagName === "INPUT") return element.type === "hidden";
    return LEFT_OUT.has(element.tagName);
  }

  function copyElement(element) {
    const copy = inert.importNode(element, false);
    // What was typed, and what the site filled in for this reader.
    if (element.tagName === "INPUT") copy.removeAttribute("value");
    // Pictures that a script loads when they come on screen.
    if (element.tagName === "IMG" && element.currentSrc && !/^https?:/.test(element.src))
      copy.setAttribute("src", element.currentSrc);
    // Style sheets do not come along: what they hide is said in the markup.
    if (element.closest("head") === null && getComputedStyle(element).display === "none")
      copy.setAttribute("hidden", "");
    return copy;
  }

  /** The children that are on screen: those of a shadow root, with what its slots hold. */
  function shownChildren(element) {
    if (element.tagName === "SLOT") {
      const assigned = element.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    const root = globalThis.chrome?.dom?.openOrClosedShadowRoot?.(element) ?? element.shadowRoot;
    return (root ?? element).childNodes;
  }

  const root = copyElement(document.documentElement);
  const open = [[document.documentElement, root]];
  while (open.length > 0) {
    const [from, to] = open.pop();
    for (const child of shownChildren(from)) {
      if (child.nodeType === Node.TEXT_NODE) to.append(inert.importNode(child, false));
      if (child.nodeType !== Node.ELEMENT_NODE || isLeftOut(child)) continue;
      const copy = copyElement(child);
      to.append(copy);
      open.push([child, copy]);
    }
  }
  const doctype = document.compatMode === "CSS1Compat" ? "<!doctype html>\n" : "";
  return { kind: "page", url: document.URL, title: document.title, html: doctype + root.outerHTML };
})();
