import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { NodeLabel } from "../../../src/server/studio/contract.ts";
import type { Role } from "../labels/labels.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { useStudio } from "../state/studio.ts";
import { type PageTree, TEXT } from "./page-tree.ts";

interface Props {
  readonly tree: PageTree;
  /** Rows that the server left out, as no list could show them. */
  readonly leftOut: number;
  readonly labels: ReadonlySignal<readonly NodeLabel[]>;
  readonly picked: ReadonlySignal<number | null>;
  readonly onPick: (node: number) => void;
  readonly onHover: (node: number | null) => void;
}

const ROW_HEIGHT = 26;
/** Levels that are open at first; below them only what leads to labels. */
const FIRST_LEVELS = 3;
/** Deeper rows are indented no further: they would leave the view. */
const MAX_INDENT = 18;
const INDENT_REM = 0.7;

/** The tree of a page as a list of rows: open and closed branches, labels, the picked node. */
export function TreeView({ tree, leftOut, labels, picked, onPick, onHover }: Props): JSX.Element {
  const { strings } = useStudio();
  const open = useSignal<ReadonlySet<number>>(new Set());
  useEffect(() => {
    open.value = openAtFirst(tree, labels.peek());
  }, [tree]);
  useEffect(() => {
    const node = picked.value;
    if (node === null || !tree.has(node)) return;
    const path = tree.pathTo(node).filter((each) => !open.peek().has(each));
    if (path.length > 0) open.value = new Set([...open.peek(), ...path]);
  }, [picked.value, tree]);
  const roles = useComputed(() => new Map(labels.value.map(({ node, role }) => [node, role])));
  const visible = visibleRows(tree, open.value);
  // Before anything is picked, the tree shows where the labels are.
  const looked = picked.value ?? labels.value[0]?.node ?? null;
  const shown = looked === null ? undefined : rowIndex(visible, tree.rowOf(looked));
  const isAll = open.value.size >= tree.rows.length;
  const toggle = (node: number): void => {
    const next = new Set(open.value);
    if (!next.delete(node)) next.add(node);
    open.value = next;
  };
  return (
    <div class="tree">
      <div class="tree-head">
        <span class="quiet figure">{strings.label.treeRows(tree.rows.length)}</span>
        <button
          type="button"
          class="button bare"
          aria-pressed={isAll}
          onClick={() => {
            open.value = isAll ? openAtFirst(tree, labels.peek()) : new Set(tree.rows.map(([node]) => node));
          }}
        >
          {isAll ? strings.label.closeAll : strings.label.openAll}
        </button>
        {leftOut > 0 && <p class="tree-left-out quiet">{strings.label.treeLeftOut(leftOut)}</p>}
      </div>
      <VirtualList
        class="tree-rows"
        role="tree"
        aria-label={strings.label.tree}
        aria-activedescendant={shown === undefined || shown < 0 ? undefined : `row-${looked}`}
        tabIndex={0}
        dir="ltr"
        count={visible.length}
        rowHeight={ROW_HEIGHT}
        shown={shown}
        onPointerLeave={() => onHover(null)}
        row={(index) => {
          const row = visible[index] ?? 0;
          const node = tree.nodeAt(row) ?? 0;
          return (
            <Row
              key={node}
              tree={tree}
              row={row}
              role={roles.value.get(node) ?? null}
              isPicked={node === picked.value}
              isOpen={open.value.has(node)}
              onToggle={toggle}
              onPick={onPick}
              onHover={onHover}
            />
          );
        }}
      />
    </div>
  );
}

function Row({
  tree,
  row,
  role,
  isPicked,
  isOpen,
  onToggle,
  onPick,
  onHover,
}: {
  readonly tree: PageTree;
  readonly row: number;
  readonly role: Role | null;
  readonly isPicked: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (node: number) => void;
  readonly onPick: (node: number) => void;
  readonly onHover: (node: number | null) => void;
}): JSX.Element {
  const { strings } = useStudio();
  const [node, depth, name, text] = tree.rows[row] ?? [0, 0, "", ""];
  const hasChildren = tree.endOf(row) > row + 1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys; rows are its active descendants.
    <div
      id={`row-${node}`}
      class="tree-row"
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-selected={isPicked}
      aria-expanded={hasChildren ? isOpen : undefined}
      style={{ paddingInlineStart: `${0.25 + Math.min(depth, MAX_INDENT) * INDENT_REM}rem` }}
      onClick={() => onPick(node)}
      onPointerEnter={() => onHover(node)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys open what they walk into. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys open what they walk into. */}
      <span
        class="twig"
        data-open={hasChildren ? isOpen : undefined}
        onClick={(event) => {
          event.stopPropagation();
          if (hasChildren) onToggle(node);
        }}
      />
      {name !== TEXT && <code>{name}</code>}
      {text !== "" && <span class="tree-text">{text}</span>}
      {role !== null && (
        <span class="role" data-role={role}>
          {strings.roles[role]}
        </span>
      )}
    </div>
  );
}

/** The first levels, and all that leads to a label. */
function openAtFirst(tree: PageTree, labels: readonly NodeLabel[]): ReadonlySet<number> {
  const top = tree.rows.filter(([, depth]) => depth < FIRST_LEVELS).map(([node]) => node);
  return new Set([...top, ...labels.flatMap(({ node }) => (tree.has(node) ? tree.pathTo(node) : []))]);
}

/** The rows whose branches are all open, in order. */
function visibleRows(tree: PageTree, open: ReadonlySet<number>): readonly number[] {
  const found: number[] = [];
  for (let row = 0; row < tree.rows.length; ) {
    found.push(row);
    row = open.has(tree.nodeAt(row) ?? -1) ? row + 1 : tree.endOf(row);
  }
  return found;
}

/** The place of a row in the sorted list of visible ones. */
function rowIndex(visible: readonly number[], row: number): number {
  let low = 0;
  let high = visible.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((visible[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return visible[low] === row ? low : -1;
}
