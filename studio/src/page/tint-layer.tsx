import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { StageView } from "./page-stage.tsx";

/** How a leaf is tinted: every kind has a colour and a pattern, for people who do not see the colours apart. */
export type TintKind = "kept" | "dropped" | "differs" | "none";

/** A kind, and how strongly it shows, of 1. */
export interface Tint {
  readonly kind: TintKind;
  readonly strength: number;
}

/** A leaf of the page: a text, or an element that shows a picture. */
export interface Leaf {
  readonly node: number;
  readonly element: number;
}

interface Props {
  readonly stage: StageView;
  readonly leaves: readonly Leaf[];
  readonly tintOf: (leaf: number) => Tint;
  /** Changes whenever `tintOf` says something else. */
  readonly turn: string;
}

const COLOURS = { kept: "29 87 176", differs: "150 30 150", dropped: "190 90 10" } as const;
/** Time of a slice, before the browser may draw again. */
const SLICE_MS = 8;

/** Tints on a canvas over the page: thousands of leaves are drawn in the time of a few boxes. */
export function TintLayer({ stage, leaves, tintOf, turn }: Props): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const rects = useRef<Float32Array>(new Float32Array(0));
  const state = useRef<{ tintOf: Props["tintOf"]; draw: () => void }>({ tintOf, draw: () => undefined });
  state.current.tintOf = tintOf;
  const draw = (): void => {
    if (canvas.current !== null)
      drawTints(canvas.current, stage.scroll.peek(), rects.current, state.current.tintOf);
  };
  state.current.draw = draw;
  useSignalEffect(() => {
    stage.scroll.value;
    state.current.draw();
  });
  useEffect(draw, [turn]);
  const { version } = stage.frames;
  useEffect(() => measure(stage, leaves, rects, () => state.current.draw()), [version.value, leaves]);
  return <canvas ref={canvas} class="tints" />;
}

/** Measures the leaves in slices, and draws after each; returns a function that stops it. */
function measure(
  stage: StageView,
  leaves: readonly Leaf[],
  rects: { current: Float32Array },
  draw: () => void,
): () => void {
  const boxes = new Float32Array(leaves.length * 4);
  let next = 0;
  let isStopped = false;
  const slice = (): void => {
    if (isStopped) return;
    const end = performance.now() + SLICE_MS;
    while (next < leaves.length && performance.now() < end) {
      const { node, element } = leaves[next] ?? { node: 0, element: 0 };
      const box = stage.frames.boxOf(element, node === element ? null : node);
      if (box !== null) boxes.set([box.x, box.y, box.width, box.height], next * 4);
      next += 1;
    }
    rects.current = boxes;
    draw();
    if (next < leaves.length) requestAnimationFrame(slice);
  };
  slice();
  return () => {
    isStopped = true;
  };
}

function drawTints(
  canvas: HTMLCanvasElement,
  scroll: { readonly left: number; readonly top: number },
  rects: Float32Array,
  tintOf: (leaf: number) => Tint,
): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = window.devicePixelRatio;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext("2d");
  if (pen === null) return;
  pen.scale(scale, scale);
  const patterns = {
    kept: linesPattern(pen, COLOURS.kept, false),
    differs: linesPattern(pen, COLOURS.differs, true),
    dropped: dotsPattern(pen, COLOURS.dropped),
  };
  for (let leaf = 0; leaf * 4 < rects.length; leaf += 1) {
    const [x = 0, y = 0, w = 0, h = 0] = rects.subarray(leaf * 4, leaf * 4 + 4);
    const top = y - scroll.top;
    if (w === 0 || top > height || top + h < 0) continue;
    const { kind, strength } = tintOf(leaf);
    if (kind === "none") continue;
    const left = x - scroll.left;
    pen.globalAlpha = 0.06 + 0.18 * strength;
    pen.fillStyle = `rgb(${COLOURS[kind]})`;
    pen.fillRect(left, top, w, h);
    pen.globalAlpha = kind === "dropped" ? 0.1 + 0.35 * strength : 0.2 + 0.4 * strength;
    pen.fillStyle = patterns[kind];
    pen.fillRect(left, top, w, h);
    if (kind === "dropped") continue;
    pen.fillStyle = `rgb(${COLOURS[kind]})`;
    pen.fillRect(left - 5, top, 3, h);
  }
}

/** Thin diagonal lines, in one direction or both. */
function linesPattern(
  pen: CanvasRenderingContext2D,
  colour: string,
  isCrossed: boolean,
): CanvasPattern | string {
  return tile(pen, (inner) => {
    inner.strokeStyle = `rgb(${colour})`;
    inner.lineWidth = 1;
    inner.beginPath();
    for (const offset of [-10, 0, 10]) {
      inner.moveTo(offset, 10);
      inner.lineTo(offset + 10, 0);
      if (!isCrossed) continue;
      inner.moveTo(offset, 0);
      inner.lineTo(offset + 10, 10);
    }
    inner.stroke();
  });
}

function dotsPattern(pen: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  return tile(pen, (inner) => {
    inner.fillStyle = `rgb(${colour})`;
    inner.beginPath();
    inner.arc(5, 5, 1.3, 0, 2 * Math.PI);
    inner.fill();
  });
}

function tile(
  pen: CanvasRenderingContext2D,
  paint: (inner: CanvasRenderingContext2D) => void,
): CanvasPattern | string {
  const canvas = document.createElement("canvas");
  canvas.width = 10;
  canvas.height = 10;
  const inner = canvas.getContext("2d");
  if (inner !== null) paint(inner);
  return pen.createPattern(canvas, "repeat") ?? "transparent";
}
