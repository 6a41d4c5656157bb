import { type ReadonlySignal, signal, useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import { type Box, type FramePage, FrameStage } from "./frame-stage.ts";

/** The page on the screen, for the layers drawn over it. */
export interface StageView {
  readonly frames: FrameStage;
  readonly scroll: ReadonlySignal<{ readonly left: number; readonly top: number }>;
  /** Brings a box into view, if it is not there. */
  reveal(box: Box | null): void;
  focus(): void;
}

interface Props {
  readonly page: FramePage;
  readonly ahead?: readonly FramePage[];
  readonly label: string;
  readonly onHover?: (node: number | null) => void;
  readonly onPick?: (node: number) => void;
  /** Called with the stage as soon as it is there. */
  readonly onStage?: (stage: StageView) => void;
  /** The layers over the page. */
  readonly children?: (stage: StageView) => ComponentChildren;
}

/** Space above what is scrolled into view. */
const MARGIN = 80;

/** A page in its frame, with a scroller around it and a layer over it that takes all pointing. */
export function PageStage({
  page,
  ahead = [],
  label,
  onHover,
  onPick,
  onStage,
  children,
}: Props): JSX.Element {
  const { strings } = useStudio();
  const scroller = useRef<HTMLDivElement>(null);
  const sizer = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const stage = useSignal<StageView | null>(null);
  useLayoutEffect(() => {
    if (host.current === null || scroller.current === null || sizer.current === null) return;
    const frames = new FrameStage(host.current, strings.label.frame);
    const made = makeStage(scroller.current, sizer.current, frames);
    stage.value = made.view;
    onStage?.(made.view);
    return made.close;
  }, []);
  const latest = useRef<FramePage | null>(null);
  const shown = useMemo(() => page, [page.key, page.url]);
  useLayoutEffect(() => {
    if (latest.current !== shown) scroller.current?.scrollTo({ left: 0, top: 0, behavior: "instant" });
    latest.current = shown;
    stage.value?.frames.show(shown, ahead);
  }, [shown, ahead.map(({ url }) => url).join(" "), stage.value]);
  const at = (event: MouseEvent): number | null => {
    const rect = host.current?.getBoundingClientRect();
    return rect === undefined
      ? null
      : (stage.value?.frames.nodeAt(event.clientX - rect.x, event.clientY - rect.y) ?? null);
  };
  const hover = useFrameLimit((event: PointerEvent) => onHover?.(at(event)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the page is walked by keys.
    <div ref={scroller} class="stage-scroll" role="application" aria-label={label} tabIndex={0} dir="ltr">
      <div ref={sizer} class="stage-size">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the screen do the same. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys of the screen do the same. */}
        <div
          class="stage"
          onPointerMove={(event) => {
            if (event.pointerType === "mouse") hover(event);
          }}
          onPointerLeave={() => onHover?.(null)}
          onClick={(event) => {
            const node = at(event);
            if (node !== null) onPick?.(node);
          }}
        >
          <div ref={host} class="frames" />
          {stage.value !== null && children?.(stage.value)}
          {stage.value !== null && !isReady(stage.value) && (
            <p class="stage-note" role={stage.value.frames.hasFailed ? "alert" : undefined}>
              {stage.value.frames.hasFailed ? strings.label.frameGone : strings.label.frameSlow}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

function isReady({ frames }: StageView): boolean {
  return frames.version.value >= 0 && frames.isReady;
}

/** Syncs the frame with the scroller. */
function makeStage(
  scroller: HTMLElement,
  sizer: HTMLElement,
  frames: FrameStage,
): { view: StageView; close: () => void } {
  const scroll = signal({ left: 0, top: 0 });
  // At once, and not with the next render: what is brought into view has to be inside.
  const stopSize = frames.size.subscribe(({ width, height }) => {
    sizer.style.height = height === 0 ? "100%" : `${height}px`;
    sizer.style.minWidth = width === 0 ? "100%" : `${width}px`;
  });
  const follow = (): void => {
    const { scrollLeft: left, scrollTop: top } = scroller;
    frames.scrollTo(left, top);
    scroll.value = { left, top };
  };
  const stop = frames.version.subscribe(follow);
  const resized = new ResizeObserver(() => frames.refresh());
  scroller.addEventListener("scroll", follow, { passive: true });
  resized.observe(scroller);
  const view: StageView = {
    frames,
    scroll,
    focus: () => scroller.focus({ preventScroll: true }),
    reveal: (box) => {
      if (box === null) return;
      const isAbove = box.y < scroller.scrollTop + MARGIN / 2;
      const isBelow = box.y + Math.min(box.height, MARGIN) > scroller.scrollTop + scroller.clientHeight;
      if (isAbove || isBelow) scroller.scrollTo({ top: box.y - MARGIN, behavior: "instant" });
    },
  };
  const close = (): void => {
    stop();
    stopSize();
    resized.disconnect();
    scroller.removeEventListener("scroll", follow);
    frames.close();
  };
  return { view, close };
}

/** Runs at most once a frame, with the last event. */
function useFrameLimit<T>(run: (event: T) => void): (event: T) => void {
  const latest = useRef<{ run: (event: T) => void; event: T | null; isAsked: boolean }>({
    run,
    event: null,
    isAsked: false,
  });
  latest.current.run = run;
  return (event) => {
    const { current } = latest;
    current.event = event;
    if (current.isAsked) return;
    current.isAsked = true;
    requestAnimationFrame(() => {
      current.isAsked = false;
      if (current.event !== null) current.run(current.event);
    });
  };
}
