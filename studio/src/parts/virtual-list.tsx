import { useSignal } from "@preact/signals";
import type { HTMLAttributes, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

interface Props extends Omit<HTMLAttributes<HTMLDivElement>, "ref" | "onScroll"> {
  readonly count: number;
  readonly rowHeight: number;
  readonly row: (index: number) => JSX.Element;
  /** The row to bring into view whenever it changes. */
  readonly shown?: number | undefined;
  readonly children?: never;
}

/** Rows above and below the view that are drawn ahead of the scrolling. */
const AHEAD = 8;

/** A list of which only the rows in view are in the document, however many there are. */
export function VirtualList({ count, rowHeight, row, shown, ...rest }: Props): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const first = useSignal(0);
  const inView = useSignal(40);
  const place = (): void => {
    if (list.current !== null)
      first.value = Math.max(0, Math.floor(list.current.scrollTop / rowHeight) - AHEAD);
  };
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => {
      inView.value = Math.ceil(element.clientHeight / rowHeight) + 1;
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || shown === undefined || shown < 0) return;
    const top = shown * rowHeight;
    const isInView = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight;
    if (!isInView) element.scrollTop = top - element.clientHeight / 3;
  }, [shown, rowHeight]);
  const from = Math.min(first.value, Math.max(0, count - 1));
  const rows = Array.from({ length: Math.max(0, Math.min(count - from, inView.value + 2 * AHEAD)) });
  return (
    <div {...rest} ref={list} onScroll={place}>
      <div role="presentation" style={{ height: `${count * rowHeight}px`, position: "relative" }}>
        <div role="presentation" style={{ transform: `translateY(${from * rowHeight}px)` }}>
          {rows.map((_, index) => row(from + index))}
        </div>
      </div>
    </div>
  );
}
