import type { JSX } from "preact";
import type { TrainResult } from "../../../../src/server/studio/contract.ts";
import { apiAddress } from "../../api.ts";
import { CurveChart, figure, IntervalBar } from "../../parts/charts.tsx";
import { Key } from "../../parts/keys.tsx";
import { addressOf } from "../../routes.ts";
import { useStudio } from "../../state/studio.ts";

type Method = TrainResult["methods"][number];

/** Wrong pages that are listed at first. */
const SHOWN_PAGES = 5;
/** From here on a page counts as right. */
const RIGHT_F1 = 0.95;

/** The results of each method, against the default extractor. */
export function TrainResults({
  set,
  job,
  result,
  keep,
}: {
  readonly set: string;
  readonly job: string;
  readonly result: TrainResult;
  /** Null where nothing can be kept, or something is. */
  readonly keep: ((method: string) => void) | null;
}): JSX.Element {
  const words = useStudio().strings.train;
  const { methods, baseline, best, advice, domain } = result;
  const lowest = Math.min(baseline.low, ...methods.flatMap(({ f1 }) => (f1 === null ? [] : [f1.low])));
  const from = Math.max(0, Math.floor(lowest * 10) / 10);
  return (
    <>
      {best === null ? <p class="notice">{words.noBetter}</p> : null}
      {domain === null && <p class="notice">{words.manySites}</p>}
      {advice !== null && <p class="lead">{advice}</p>}
      <section class="card baseline">
        <div>
          <h2>{words.baseline}</h2>
          <p class="quiet">{words.baselineHint}</p>
        </div>
        <IntervalBar interval={baseline} from={from} />
      </section>
      <div class="methods">
        {methods.map((method) => (
          <MethodCard
            key={method.method}
            set={set}
            job={job}
            method={method}
            from={from}
            isBest={method.method === best}
            keep={keep}
          />
        ))}
      </div>
    </>
  );
}

function MethodCard({
  set,
  job,
  method,
  from,
  isBest,
  keep,
}: {
  readonly set: string;
  readonly job: string;
  readonly method: Method;
  readonly from: number;
  readonly isBest: boolean;
  readonly keep: ((method: string) => void) | null;
}): JSX.Element {
  const { strings } = useStudio();
  const words = strings.train;
  const { method: name, f1, failure, curve } = method;
  return (
    <section class="card method" data-best={isBest}>
      <h2>
        {words.methods[name]} {isBest && <span class="tag good">{words.best}</span>}
      </h2>
      <p class="quiet">{words.methodHints[name]}</p>
      {failure !== null && (
        <p class="problem">
          {failure.message} <span class="code">{strings.failure.code(failure.code)}</span>
        </p>
      )}
      {f1 !== null && <IntervalBar interval={f1} from={from} />}
      {curve.length > 1 && (
        <figure>
          <CurveChart points={curve} label={words.curve} />
          <figcaption class="quiet">{words.curve}</figcaption>
        </figure>
      )}
      <WrongPages set={set} method={method} />
      {f1 !== null && (
        <div class="actions">
          {keep !== null && (
            <button
              type="button"
              class={isBest ? "button primary" : "button"}
              aria-keyshortcuts={isBest ? "k" : undefined}
              onClick={() => keep(name)}
            >
              {words.keep} {isBest && <Key name="k" />}
            </button>
          )}
          <a class="button" href={apiAddress(["jobs", job, "model", name])} download>
            {words.model}
          </a>
          <a class="button" href={apiAddress(["jobs", job, "card", name])} download>
            {words.card}
          </a>
        </div>
      )}
    </section>
  );
}

function WrongPages({ set, method }: { readonly set: string; readonly method: Method }): JSX.Element | null {
  const words = useStudio().strings.train;
  const wrong = method.pages.filter(({ f1 }) => f1 < RIGHT_F1);
  if (method.pages.length === 0) return null;
  if (wrong.length === 0) return <p class="quiet">{words.allRight}</p>;
  return (
    <details open>
      <summary>{words.wrong(wrong.length, method.pages.length)}</summary>
      <ol class="wrong-pages">
        {wrong.slice(0, SHOWN_PAGES).map(({ page, f1 }) => (
          <li key={page}>
            <a href={addressOf("compare", [set, page])}>{page}</a>
            <span class="figure">{figure(f1)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
