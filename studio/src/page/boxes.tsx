import { useSignalEffect } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import type { NodeLabel } from "../../../src/server/studio/contract.ts";
import { useStudio } from "../state/studio.ts";
import type { PageTree } from "../tree/page-tree.ts";
import type { Box } from "./frame-stage.ts";
import type { StageView } from "./page-stage.tsx";

/** The box of a node on the page, also where it is a text. */
export function boxOfNode({ frames }: StageView, tree: PageTree, node: number): Box | null {
  // Read here, so that the box is drawn again when the page has moved.
  if (frames.version.value < 0) return null;
  return tree.isText(node) ? frames.boxOf(tree.elementOf(node), node) : frames.boxOf(node);
}

/** Outlines in the coordinates of the page: scrolling moves the layer, and measures nothing. */
export function BoxLayer({
  stage,
  children,
}: {
  readonly stage: StageView;
  readonly children: ComponentChildren;
}): JSX.Element {
  const layer = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const { left, top } = stage.scroll.value;
    if (layer.current !== null) layer.current.style.transform = `translate(${-left}px, ${-top}px)`;
  });
  return (
    <div ref={layer} class="boxes" aria-hidden="true">
      {children}
    </div>
  );
}

/** One outline: `kind` decides its looks, `name` is written on it. */
export function Outline({
  box,
  kind,
  name,
}: {
  readonly box: Box | null;
  readonly kind: string;
  readonly name?: string;
}): JSX.Element | null {
  if (box === null) return null;
  return (
    <div
      class="outline"
      data-kind={kind}
      style={{
        transform: `translate(${box.x}px, ${box.y}px)`,
        width: `${box.width}px`,
        height: `${box.height}px`,
      }}
    >
      {name !== undefined && <span class="outline-name">{name}</span>}
    </div>
  );
}

/** The outline of a leaf: of a text, or of an element that shows a picture. */
export function LeafOutline({
  stage,
  leaf,
  kind,
}: {
  readonly stage: StageView;
  readonly leaf: { readonly node: number; readonly element: number } | undefined;
  readonly kind: string;
}): JSX.Element | null {
  if (leaf === undefined || stage.frames.version.value < 0) return null;
  return (
    <Outline
      box={stage.frames.boxOf(leaf.element, leaf.node === leaf.element ? null : leaf.node)}
      kind={kind}
    />
  );
}

/** The labels of a page, as outlines: red dots for the title, black dashes for the body. */
export function LabelOutlines({
  stage,
  tree,
  labels,
  isOther = false,
}: {
  readonly stage: StageView;
  readonly tree: PageTree;
  readonly labels: readonly NodeLabel[];
  readonly isOther?: boolean;
}): JSX.Element {
  const { strings } = useStudio();
  return (
    <>
      {labels.map(({ node, role }) => (
        <Outline
          key={`${node} ${role}`}
          box={boxOfNode(stage, tree, node)}
          kind={isOther ? `other ${role}` : role}
          name={strings.roles[role]}
        />
      ))}
    </>
  );
}
