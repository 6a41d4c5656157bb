import type { JSX } from "preact";
import type { Comparison } from "../../../../src/server/studio/contract.ts";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { useStudio } from "../../state/studio.ts";
import { isDifferent } from "./differences.ts";

const ROW_HEIGHT = 52;

/** The texts of the page with the score of each extractor. */
export function LeafList({
  comparison,
  shown,
  at,
  onPick,
}: {
  readonly comparison: Comparison;
  /** The leaves to list, or null for all. */
  readonly shown: readonly number[] | null;
  readonly at: number | null;
  readonly onPick: (leaf: number) => void;
}): JSX.Element {
  const { strings } = useStudio();
  const words = strings.compare;
  const { leaves, judged } = comparison;
  const count = shown?.length ?? leaves.length;
  const place = at === null ? undefined : (shown?.indexOf(at) ?? at);
  return (
    <aside class="judge-side" aria-label={words.leaves}>
      {count === 0 ? (
        <p class="state">{words.same}</p>
      ) : (
        <VirtualList
          class="leaf-list"
          role="list"
          aria-label={words.leaves}
          tabIndex={0}
          count={count}
          rowHeight={ROW_HEIGHT}
          shown={place}
          row={(index) => {
            const leaf = shown?.[index] ?? index;
            return (
              // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list are not children of the list.
              <div key={leaf} role="listitem" class="leaf-row" data-differs={isDifferent(judged, leaf)}>
                <button
                  type="button"
                  class="leaf-text"
                  aria-current={leaf === at ? "true" : undefined}
                  onClick={() => onPick(leaf)}
                >
                  <bdi>{leaves[leaf]?.text || words.picture}</bdi>
                </button>
                <span class="leaf-scores">
                  {judged.map(({ extractor, scores, kept }) => (
                    <Score
                      key={extractor}
                      name={extractor}
                      score={scores[leaf] ?? 0}
                      verdict={kept[leaf] ? words.kept : words.dropped}
                      isKept={kept[leaf] ?? false}
                    />
                  ))}
                </span>
              </div>
            );
          }}
        />
      )}
    </aside>
  );
}

/** A score as a bar: full colour where it is kept, hatched where it is dropped. */
function Score({
  name,
  score,
  verdict,
  isKept,
}: {
  readonly name: string;
  readonly score: number;
  readonly verdict: string;
  readonly isKept: boolean;
}): JSX.Element {
  const text = `${name}: ${verdict} (${score.toFixed(2)})`;
  return (
    <span class="score" data-kept={isKept} role="img" aria-label={text} title={text}>
      <span style={{ inlineSize: `${Math.round(score * 100)}%` }} />
    </span>
  );
}
