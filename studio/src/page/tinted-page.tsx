import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import { BoxLayer, LeafOutline } from "./boxes.tsx";
import { PageStage, type StageView } from "./page-stage.tsx";
import { type Leaf, type Tint, type TintKind, TintLayer } from "./tint-layer.tsx";

interface Props {
  readonly page: string;
  readonly frame: string;
  readonly label: string;
  readonly leaves: readonly Leaf[];
  readonly tintOf: (leaf: number) => Tint;
  /** Changes whenever `tintOf` says something else. */
  readonly turn: string;
  /** The leaf that is looked at, by its place in the list. */
  readonly at: number | null;
  readonly onPick: (leaf: number) => void;
  readonly onStage: (stage: StageView) => void;
}

/** A page with tinted leaves, which can be pointed at and one of which is selected. */
export function TintedPage({
  page,
  frame,
  label,
  leaves,
  tintOf,
  turn,
  at,
  onPick,
  onStage,
}: Props): JSX.Element {
  // Of an element with several texts, the first one answers.
  const byElement = useMemo(
    () => new Map(leaves.map(({ element }, leaf) => [element, leaf] as const).reverse()),
    [leaves],
  );
  const latest = useRef({ page, leaves, at });
  latest.current = { page, leaves, at };
  const hovered = useSignal<number | null>(null);
  const leafAt = (node: number | null): number | null =>
    node === null ? null : (byElement.get(node) ?? null);
  return (
    <PageStage
      page={{ key: page, url: frame }}
      label={label}
      onHover={(node) => {
        hovered.value = leafAt(node);
      }}
      onPick={(node) => {
        const leaf = leafAt(node);
        if (leaf !== null) onPick(leaf);
      }}
      onStage={(stage) => {
        revealFirst(stage, () => latest.current);
        onStage(stage);
      }}
    >
      {(stage) => (
        <>
          <TintLayer stage={stage} leaves={leaves} tintOf={tintOf} turn={turn} />
          <BoxLayer stage={stage}>
            <LeafOutline stage={stage} leaf={leaves[at ?? -1]} kind="picked" />
            <LeafOutline stage={stage} leaf={leaves[hovered.value ?? -1]} kind="hovered" />
          </BoxLayer>
        </>
      )}
    </PageStage>
  );
}

/** Brings the leaf that an address names into view, once for each page, as soon as the page is drawn. */
function revealFirst(
  stage: StageView,
  latest: () => { readonly page: string; readonly leaves: readonly Leaf[]; readonly at: number | null },
): void {
  let last: string | undefined;
  stage.frames.version.subscribe(() => {
    const { page, leaves, at } = latest();
    if (page === last || !stage.frames.isReady) return;
    last = page;
    const leaf = leaves[at ?? -1];
    if (leaf !== undefined) revealLeaf(stage, leaf);
  });
}

/** What the tints mean. */
export function TintLegend({ kinds }: { readonly kinds: readonly Exclude<TintKind, "none">[] }): JSX.Element {
  const { tints } = useStudio().strings;
  return (
    <ul class="legend">
      {kinds.map((kind) => (
        <li key={kind}>
          <span data-tint={kind} aria-hidden="true" />
          {tints[kind]}
        </li>
      ))}
    </ul>
  );
}

/** Brings a leaf of the page into view. */
export function revealLeaf(stage: StageView | null, { node, element }: Leaf): void {
  stage?.reveal(stage.frames.boxOf(element, node === element ? null : node));
}
