import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { EvaluateResult, Job, JobRequest, SetSummary } from "../../../src/server/studio/contract.ts";
import { FigureTable, figure, Histogram, IntervalBar, signedFigure } from "../parts/charts.tsx";
import { ChooseSet } from "../parts/choose-set.tsx";
import { JobProgress } from "../parts/job-progress.tsx";
import { Show } from "../parts/states.tsx";
import { addressOf, type Route } from "../routes.ts";
import { useJob } from "../state/job.ts";
import { useLoaded } from "../state/loaded.ts";
import { useStudio } from "../state/studio.ts";

/** Extractors that are ticked at first. */
const FIRST_CHOICE: ReadonlySet<string> = new Set(["fused", "econ"]);
/** As many as the server takes. */
const MOST_EXTRACTORS = 8;
const MOST_MODELS = 4;

/** How well extractors, and a trained model, do on a set. */
export function EvaluateScreen({ route }: { readonly route: Route }): JSX.Element {
  const { api } = useStudio();
  const { set } = route;
  const { loaded } = useLoaded(set === null ? null : `set ${set}`, async () => ({
    set: await api.set(set ?? ""),
    jobs: await api.jobs(),
  }));
  if (set === null) return <ChooseSet screen="evaluate" />;
  return (
    <Show loaded={loaded.value}>
      {(found) => <EvaluateView key={found.set.id} set={found.set} jobs={found.jobs} route={route} />}
    </Show>
  );
}

function EvaluateView({
  set,
  jobs,
  route,
}: {
  readonly set: SetSummary;
  readonly jobs: readonly Job[];
  readonly route: Route;
}): JSX.Element {
  const { strings } = useStudio();
  const words = strings.evaluate;
  const control = useJob(route, (request) => request.kind === "evaluate" && request.set === set.id);
  return (
    <div class="column">
      <header>
        <h1>{words.title(set.name)}</h1>
        <p class="lead">{words.lead}</p>
      </header>
      <Choice set={set} jobs={jobs} isBusy={control.isBusy} start={control.start} />
      {control.job === null && <p class="quiet">{words.none}</p>}
      <JobProgress control={control}>
        {(result) => (result.kind === "evaluate" ? <Results set={set.id} result={result} /> : null)}
      </JobProgress>
    </div>
  );
}

function Choice({
  set,
  jobs,
  isBusy,
  start,
}: {
  readonly set: SetSummary;
  readonly jobs: readonly Job[];
  readonly isBusy: boolean;
  readonly start: (request: JobRequest) => Promise<void>;
}): JSX.Element {
  const { strings, entry } = useStudio();
  const words = strings.evaluate;
  const known = entry.value.kind === "in" ? entry.value.session.extractors : [];
  const chosen = useSignal<ReadonlySet<string>>(new Set(known.filter((name) => FIRST_CHOICE.has(name))));
  const models = trainedModels(jobs);
  const taught = useSignal<ReadonlySet<string>>(new Set());
  const count = chosen.value.size + taught.value.size;
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        const extractors = known.filter((name) => chosen.value.has(name));
        const found = models.filter(({ key }) => taught.value.has(key));
        void start({
          kind: "evaluate",
          set: set.id,
          extractors,
          models: found.map(({ job, method }) => ({ job, method })),
        });
      }}
    >
      <Checks
        title={words.extractors}
        rows={known.map((name) => ({ key: name, name }))}
        chosen={chosen}
        most={MOST_EXTRACTORS}
      />
      {models.length > 0 && (
        <Checks
          title={words.models}
          rows={models.map(({ key, method, domain, at }) => ({
            key,
            name: words.modelName(method, domain, at),
          }))}
          chosen={taught}
          most={MOST_MODELS}
        />
      )}
      <div class="actions">
        <button type="submit" class="button primary" disabled={isBusy || count === 0}>
          {words.start(set.pages)}
        </button>
      </div>
    </form>
  );
}

/** What can be ticked, as many as the server takes. */
function Checks({
  title,
  rows,
  chosen,
  most,
}: {
  readonly title: string;
  readonly rows: readonly { readonly key: string; readonly name: string }[];
  readonly chosen: Signal<ReadonlySet<string>>;
  readonly most: number;
}): JSX.Element {
  return (
    <fieldset>
      <legend>
        <h2>{title}</h2>
      </legend>
      <div class="checks">
        {rows.map(({ key, name }) => (
          <label key={key} class="check">
            <input
              type="checkbox"
              checked={chosen.value.has(key)}
              disabled={!chosen.value.has(key) && chosen.value.size >= most}
              onChange={() => {
                const next = new Set(chosen.value);
                if (!next.delete(key)) next.add(key);
                chosen.value = next;
              }}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Models of trainings that are still there. */
function trainedModels(jobs: readonly Job[]) {
  return jobs.flatMap(({ id, startedAt, result }) =>
    result?.kind === "train"
      ? result.methods
          .filter(({ f1 }) => f1 !== null)
          .map(({ method }) => ({
            key: `${id} ${method}`,
            job: id,
            method,
            domain: result.domain ?? "",
            at: startedAt.slice(0, 16).replace("T", " "),
          }))
      : [],
  );
}

function Results({ set, result }: { readonly set: string; readonly result: EvaluateResult }): JSX.Element {
  const words = useStudio().strings.evaluate;
  const { rows, differences, worst, dataHash } = result;
  return (
    <>
      <FigureTable label={words.figures}>
        <thead>
          <tr>
            {[
              words.extractor,
              words.f1,
              words.precision,
              words.recall,
              words.correctly,
              words.titleExact,
              words.pages,
            ].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ extractor, f1, precision, recall, correctly, titleExact, histogram }) => (
            <tr key={extractor}>
              <th scope="row">{extractor}</th>
              {[f1, precision, recall, correctly].map((interval, index) => (
                <td key={index}>
                  <IntervalBar interval={interval} />
                </td>
              ))}
              <td>{titleExact === null ? words.unknown : <IntervalBar interval={titleExact} />}</td>
              <td>
                <Histogram counts={histogram} label={words.histogram(extractor)} />
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      {differences.length > 0 && <Differences first={rows[0]?.extractor ?? ""} differences={differences} />}
      <Worst set={set} worst={worst} />
      <p class="quiet">
        {words.data} <code>{dataHash}</code>
      </p>
    </>
  );
}

function Differences({
  first,
  differences,
}: {
  readonly first: string;
  readonly differences: EvaluateResult["differences"];
}): JSX.Element {
  const words = useStudio().strings.evaluate;
  return (
    <section>
      <h2>{words.against(first)}</h2>
      <ul class="differences">
        {differences.map(({ extractor, f1 }) => {
          const isSure = f1.low > 0 || f1.high < 0;
          return (
            <li key={extractor}>
              <strong>{extractor}</strong>
              <span class="figure">
                {words.difference(signedFigure(f1.value), signedFigure(f1.low), signedFigure(f1.high))}
              </span>
              <span class={isSure ? (f1.value > 0 ? "tag good" : "tag bad") : "tag"}>
                {isSure ? (f1.value > 0 ? words.better : words.worse) : words.unsure}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Worst({
  set,
  worst,
}: {
  readonly set: string;
  readonly worst: EvaluateResult["worst"];
}): JSX.Element | null {
  const words = useStudio().strings.evaluate;
  const names = Object.keys(worst[0]?.f1 ?? {});
  if (worst.length === 0) return null;
  return (
    <section>
      <h2>{words.worst}</h2>
      <FigureTable label={words.worst}>
        <thead>
          <tr>
            <th scope="col">{words.page}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {worst.map(({ page, f1 }) => (
            <tr key={page}>
              <th scope="row">
                <a href={addressOf("compare", [set, page], { e: names.join(",") })}>{page}</a>
              </th>
              {names.map((name) => (
                <td key={name}>{figure(f1[name] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </section>
  );
}
