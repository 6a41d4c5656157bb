import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { SiteView } from "../../../../src/server/studio/contract.ts";
import { Empty } from "../../parts/states.tsx";
import { useStudio } from "../../state/studio.ts";

type Concept = SiteView["taxonomy"][number];

interface Branch {
  readonly concept: Concept;
  readonly branches: readonly Branch[];
}

/** The sections of a site, as a tree to read and a graph to see. */
export function Taxonomy({ site }: { readonly site: SiteView }): JSX.Element {
  const words = useStudio().strings.sites;
  const roots = useMemo(() => grow(site.taxonomy), [site.taxonomy]);
  if (roots.length === 0) return <Empty title={words.noTaxonomy} next={words.mineNext} />;
  return (
    <div class="taxonomy">
      <section aria-label={words.asTree}>
        <h2>{words.asTree}</h2>
        <Branches branches={roots} />
      </section>
      <section aria-label={words.asGraph}>
        <h2>{words.asGraph}</h2>
        <Graph roots={roots} label={words.graph(site.taxonomy.length)} />
      </section>
    </div>
  );
}

/** The concepts as branches; one whose parent is missing, or that is its own ancestor, is a root. */
function grow(taxonomy: readonly Concept[]): readonly Branch[] {
  const byId = new Map(taxonomy.map((concept) => [concept.id, concept]));
  const isRoot = ({ parent, id }: Concept): boolean => {
    const seen = new Set([id]);
    for (let at = parent; at !== null; at = byId.get(at)?.parent ?? null) {
      if (seen.has(at)) return true;
      seen.add(at);
    }
    return parent === null || !byId.has(parent);
  };
  const children = Map.groupBy(
    taxonomy.filter((concept) => !isRoot(concept)),
    ({ parent }) => parent ?? "",
  );
  const branch = (concept: Concept): Branch => ({
    concept,
    branches: (children.get(concept.id) ?? []).map(branch),
  });
  return taxonomy.filter(isRoot).map(branch);
}

function Branches({ branches }: { readonly branches: readonly Branch[] }): JSX.Element {
  const words = useStudio().strings.sites;
  return (
    <ul class="branches">
      {branches.map(({ concept, branches: inner }) => (
        <li key={concept.id}>
          <span>
            <bdi>{concept.label}</bdi> <span class="quiet figure">{words.instances(concept.instances)}</span>
          </span>
          {inner.length > 0 && <Branches branches={inner} />}
        </li>
      ))}
    </ul>
  );
}

const ROW = 30;
const COLUMN = 170;
const SMALLEST = 4;
const LARGEST = 9;
/** The width of a letter, about. */
const LETTER = 7;

interface Placed {
  readonly concept: Concept;
  readonly x: number;
  readonly y: number;
  /** Where its name ends, about: edges begin there. */
  readonly end: number;
  readonly from: Omit<Placed, "from"> | null;
}

/** A layered graph: columns are levels, leaves are rows, and a parent is in the middle of its children. */
function Graph({ roots, label }: { readonly roots: readonly Branch[]; readonly label: string }): JSX.Element {
  const placed = useMemo(() => placeAll(roots), [roots]);
  const width = Math.max(...placed.map(({ x }) => x)) + COLUMN;
  const height = Math.max(...placed.map(({ y }) => y)) + ROW;
  const most = Math.max(1, ...placed.map(({ concept }) => concept.instances));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a graph wider than the screen is scrolled by keys.
    <section class="graph" tabIndex={0} aria-label={label} dir="ltr">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {placed.map(({ concept, x, y, from }) =>
          from === null ? null : (
            <path
              key={concept.id}
              class="edge"
              d={`M${from.end} ${from.y}C${(from.end + x) / 2} ${from.y} ${(from.end + x) / 2} ${y} ${x} ${y}`}
            />
          ),
        )}
        {placed.map(({ concept, x, y }) => (
          <g key={concept.id}>
            <circle cx={x} cy={y} r={SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(concept.instances / most)} />
            <text x={x + LARGEST + 4} y={y + 4}>
              {concept.label}
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
}

function placeAll(roots: readonly Branch[]): readonly Placed[] {
  const placed: Placed[] = [];
  let row = 0;
  const place = ({ concept, branches }: Branch, level: number): number => {
    const inner = branches.map((branch) => place(branch, level + 1));
    if (inner.length === 0) row += 1;
    const y = inner.length === 0 ? row * ROW - ROW / 2 : ((inner[0] ?? 0) + (inner.at(-1) ?? 0)) / 2;
    const x = 16 + level * COLUMN;
    const nameWidth = Math.min(COLUMN - 2 * LARGEST - 8, concept.label.length * LETTER);
    placed.push({ concept, x, y, end: x + LARGEST + 8 + nameWidth, from: null });
    return y;
  };
  for (const root of roots) place(root, 0);
  const byId = new Map(placed.map((each) => [each.concept.id, each]));
  return placed.map((each) => {
    const from = each.concept.parent === null ? undefined : byId.get(each.concept.parent);
    return { ...each, from: from === undefined || from.x >= each.x ? null : from };
  });
}
