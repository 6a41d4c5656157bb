import type { JSX } from "preact";
import type { Why } from "../../../../src/server/studio/contract.ts";
import { useStudio } from "../../state/studio.ts";

/** What another threshold would keep: the page is tinted by it as it moves. */
export function Threshold({
  why,
  threshold,
}: {
  readonly why: Why;
  readonly threshold: { value: number };
}): JSX.Element {
  const words = useStudio().strings.why;
  const { value } = threshold;
  const more = countWords(why, (score) => score >= value && score < why.threshold);
  const less = countWords(why, (score) => score < value && score >= why.threshold);
  const isMoved = value !== why.threshold;
  return (
    <>
      <label class="inline-field threshold">
        <span>{words.threshold}</span>
        <input
          type="range"
          min="0"
          max="1"
          step="0.01"
          value={value}
          onInput={({ currentTarget }) => {
            threshold.value = Number(currentTarget.value);
          }}
        />
        <output class="figure">{value.toFixed(2)}</output>
      </label>
      <span class="quiet figure" role="status">
        {isMoved
          ? words.moved(more, less)
          : words.keeps(
              countWords(why, (score) => score >= value),
              countWords(why, () => true),
            )}
      </span>
      {isMoved && (
        <button
          type="button"
          class="button bare"
          onClick={() => {
            threshold.value = why.threshold;
          }}
        >
          {words.reset(why.threshold.toFixed(2))}
        </button>
      )}
    </>
  );
}

function countWords({ leaves }: Why, isCounted: (score: number) => boolean): number {
  return leaves
    .filter(({ score }) => isCounted(score))
    .reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
