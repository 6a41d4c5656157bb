import type { JSX } from "preact";
import type { Comparison, JudgedPage } from "../../../../src/server/studio/contract.ts";
import { figure } from "../../parts/charts.tsx";
import { useStudio } from "../../state/studio.ts";

const FEWEST = 2;
const MOST = 4;

/** Which extractors are compared, and what each made of the page. */
export function ExtractorCards({
  comparison,
  chosen,
  choose,
}: {
  readonly comparison: Comparison;
  readonly chosen: readonly string[];
  readonly choose: (chosen: readonly string[]) => void;
}): JSX.Element {
  const { strings, entry } = useStudio();
  const words = strings.compare;
  const known = entry.value.kind === "in" ? entry.value.session.extractors : [];
  const free = known.filter((name) => !chosen.includes(name));
  const [next] = free;
  return (
    <div class="extractors">
      {chosen.map((name, index) => (
        <section key={name} class="extractor" aria-label={name}>
          <div class="extractor-name">
            <select
              aria-label={words.extractor(index + 1)}
              value={name}
              onChange={({ currentTarget }) => choose(chosen.with(index, currentTarget.value))}
            >
              {[name, ...free].map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            {chosen.length > FEWEST && (
              <button
                type="button"
                class="button bare"
                aria-label={words.remove(name)}
                onClick={() => choose(chosen.filter((each) => each !== name))}
              >
                ×
              </button>
            )}
          </div>
          <Judged page={comparison.judged.find(({ extractor }) => extractor === name)} />
        </section>
      ))}
      {chosen.length < MOST && next !== undefined && (
        <button type="button" class="button" onClick={() => choose([...chosen, next])}>
          {words.add}
        </button>
      )}
    </div>
  );
}

function Judged({ page }: { readonly page: JudgedPage | undefined }): JSX.Element | null {
  const { strings } = useStudio();
  const words = strings.compare;
  if (page === undefined) return null;
  const { failure, metrics, words: count, ms } = page;
  if (failure !== null) {
    return (
      <p class="problem">
        {failure.message} <span class="code">{strings.failure.code(failure.code)}</span>
      </p>
    );
  }
  return (
    <p class="judged quiet figure">
      {metrics !== null && (
        <>
          <strong>{words.f1(figure(metrics.f1))}</strong>
          <span>{words.precisionRecall(figure(metrics.precision), figure(metrics.recall))}</span>
        </>
      )}
      <span>{strings.label.words(count)}</span>
      <span>{words.ms(ms < 10 ? ms.toFixed(1) : Math.round(ms).toString())}</span>
    </p>
  );
}
