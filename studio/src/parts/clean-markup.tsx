import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Pictures and media would be fetched from the site; the page shows them where a copy was saved. */
const FORBIDDEN = [
  "style",
  "img",
  "picture",
  "source",
  "video",
  "audio",
  "iframe",
  "form",
  "input",
  "button",
];

/**
 * Sanitises the server's markup once more, by DOMPurify: a second layer of defence. It comes as nodes, never as a string, and
 * its links lead nowhere, as they would leave the studio.
 */
export function CleanMarkup({ html }: { readonly html: string }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const isDone = useSignal(false);
  useEffect(() => {
    let isCurrent = true;
    // The library is only needed here, and not for the first view.
    void import("dompurify").then(({ default: purify }) => {
      if (!isCurrent || host.current === null) return;
      const clean = purify.sanitize(html, {
        RETURN_DOM_FRAGMENT: true,
        FORBID_TAGS: FORBIDDEN,
        FORBID_ATTR: ["style", "href", "id", "class", "name"],
      });
      host.current.replaceChildren(clean);
      isDone.value = true;
    });
    return () => {
      isCurrent = false;
    };
  }, [html, isDone]);
  return <div ref={host} class="markup" aria-busy={!isDone.value} />;
}
