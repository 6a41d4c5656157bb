import type { Page as Tab } from "playwright-core";

/** The expected effect of an event: another page on the screen, the end of a set, or an outline of a kind. */
export interface Awaited {
  readonly event: "keydown" | "pointermove" | "click";
  readonly drawn: "page" | "end" | "hovered" | "picked";
}

/** Milliseconds from an event, by its own clock, to the first frame that shows its effect. */
export async function timeUntilDrawn(tab: Tab, awaited: Awaited, act: () => Promise<void>): Promise<number> {
  await tab.evaluate(arm, awaited);
  await act();
  return tab.evaluate(() => (window as unknown as { readonly drawnMs: Promise<number> }).drawnMs);
}

/** Runs in the page. */
function arm({ event, drawn }: Awaited): void {
  const look = (): string => {
    if (drawn === "hovered" || drawn === "picked") {
      const outline = document.querySelector<HTMLElement>(`.outline[data-kind=${drawn}]`);
      return outline === null ? "" : outline.style.cssText;
    }
    const frame = document.querySelector<HTMLIFrameElement>(".frames iframe.shown");
    if (drawn === "end") return frame === null ? "end" : "";
    const isReady = frame?.contentDocument?.readyState === "complete";
    return isReady ? (frame.contentDocument?.URL ?? "") : "";
  };
  const before = look();
  const drawnMs = new Promise<number>((done) => {
    const start = ({ timeStamp }: Event): void => {
      const wait = (): void => {
        const now = look();
        if (now === "" || now === before) requestAnimationFrame(wait);
        // A task after a frame's callbacks runs when that frame was drawn.
        else requestAnimationFrame(() => setTimeout(() => done(performance.now() - timeStamp)));
      };
      requestAnimationFrame(wait);
    };
    document.addEventListener(event, start, { capture: true, once: true });
  });
  Object.assign(window, { drawnMs });
}
