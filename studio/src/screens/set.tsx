import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { PageList, PageRow, SetSummary } from "../../../src/server/studio/contract.ts";
import { Empty, Show } from "../parts/states.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { addressOf, type Route } from "../routes.ts";
import { useLoaded } from "../state/loaded.ts";
import { useStudio } from "../state/studio.ts";

const SHOWS = ["all", "open", "done", "skipped", "conflict"] as const;
type Shows = (typeof SHOWS)[number];

const ROW_HEIGHT = 44;
/** Rows that are asked for at once. */
const CHUNK = 100;
/** Damaged lines that are listed: an index may consist of them. */
const MAX_DAMAGED = 100;
/** While guesses are made, the order changes. */
const WAITING_MS = 2000;

/** The pages of a set: those that need a person most first, with a filter by state. */
export function SetScreen({ route }: { readonly route: Route }): JSX.Element {
  const { strings, api } = useStudio();
  const id = route.set;
  const { loaded } = useLoaded(id === null ? null : `set ${id}`, () => api.set(id ?? ""));
  if (id === null) return <Empty title={strings.app.unknown} next={strings.app.unknownNext} />;
  const show = SHOWS.find((each) => each === route.query.show) ?? "all";
  return <Show loaded={loaded.value}>{(set) => <SetView set={set} show={show} />}</Show>;
}

function SetView({ set, show }: { readonly set: SetSummary; readonly show: Shows }): JSX.Element {
  const { strings, router } = useStudio();
  const words = strings.set;
  if (set.pages === 0 && set.damaged.length === 0) {
    return (
      <Empty title={words.empty} next={words.emptyNext}>
        <a class="button primary" href={addressOf("open")}>
          {strings.app.back}
        </a>
      </Empty>
    );
  }
  return (
    <div class="column set-view">
      <header class="head">
        <div>
          <h1>{set.name}</h1>
          <p class="lead">{strings.open.pages(set.pages)}</p>
        </div>
        <div class="actions">
          <a class="button primary" href={addressOf("label", [set.id])}>
            {words.start}
          </a>
          <a class="button" href={addressOf("train", [set.id])}>
            {strings.screens.train}
          </a>
          <a class="button" href={addressOf("evaluate", [set.id])}>
            {strings.screens.evaluate}
          </a>
        </div>
      </header>
      <Notices set={set} />
      <People set={set} />
      <fieldset class="segmented">
        <legend class="unseen">{words.show}</legend>
        {SHOWS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="show"
              checked={each === show}
              onChange={() =>
                router.replace(addressOf("set", [set.id], { show: each === "all" ? null : each }))
              }
            />
            <span>{words.shows[each]}</span>
          </label>
        ))}
      </fieldset>
      <Pages key={show} set={set.id} show={show} />
    </div>
  );
}

function Notices({ set }: { readonly set: SetSummary }): JSX.Element | null {
  const words = useStudio().strings.set;
  if (set.damaged.length === 0 && set.readOnly === null) return null;
  return (
    <div class="notice">
      {set.readOnly !== null && <p>{words.readOnly(set.readOnly)}</p>}
      {set.damaged.length > 0 && (
        <details open={set.damaged.length <= 3}>
          <summary>{words.damaged}</summary>
          <ul>
            {set.damaged.slice(0, MAX_DAMAGED).map(({ file, line, message }) => (
              <li key={`${file} ${line}`}>{words.damagedLine(file, line, message)}</li>
            ))}
            {set.damaged.length > MAX_DAMAGED && (
              <li>{words.damagedMore(set.damaged.length - MAX_DAMAGED)}</li>
            )}
          </ul>
        </details>
      )}
    </div>
  );
}

function People({ set }: { readonly set: SetSummary }): JSX.Element {
  const { strings } = useStudio();
  const words = strings.set;
  const [first, second] = set.progress;
  return (
    <section class="people" aria-labelledby="people">
      <h2 id="people">{words.people}</h2>
      {set.progress.length === 0 && <p class="quiet">{words.noPeople}</p>}
      <ul>
        {set.progress.map(({ by, done, skipped }) => (
          <li key={by} class="set-progress">
            <strong>{by}</strong>
            <progress max={set.pages} value={done + skipped} aria-label={words.progressOf(by)} />
            <span class="figure">{strings.open.done(done + skipped, set.pages)}</span>
          </li>
        ))}
      </ul>
      {first !== undefined && second !== undefined && (
        <a class="button" href={addressOf("agree", [set.id], { a: first.by, b: second.by })}>
          {words.compare}
        </a>
      )}
    </section>
  );
}

/**
 * The list, loaded in pieces as it is scrolled: sets can have 100,000 pages. While guesses change the order, it is sorted again
 * only where nobody is at it; else a button offers to.
 */
function Pages({ set, show }: { readonly set: string; readonly show: Shows }): JSX.Element {
  const { strings, api, person } = useStudio();
  const words = strings.set;
  const by = person.value;
  const chunks = useSignal<ReadonlyMap<number, readonly PageRow[]>>(new Map());
  const asked = useRef(new Set<number>());
  const frame = useRef<HTMLDivElement>(null);
  const order = useRef<number | undefined>(undefined);
  const ask = (offset: number): Promise<PageList> =>
    api.pages(set, { by, show, offset, limit: CHUNK, order: order.current });
  const { loaded, reload } = useLoaded(`pages ${set} ${show} ${by}`, () => {
    if (!isInUse(frame.current)) order.current = undefined;
    return ask(0);
  });
  const { value } = loaded;
  useEffect(() => {
    if (value.kind !== "ready") return;
    const { pages, waiting, order: given } = value.value;
    const others = given === order.current ? chunks.peek() : [];
    chunks.value = new Map([...others, [0, pages]]);
    if (given !== order.current) asked.current.clear();
    order.current = given;
    if (waiting === 0) return;
    const timer = setTimeout(reload, WAITING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const sort = (): void => {
    order.current = undefined;
    const list = frame.current?.querySelector<HTMLElement>(".page-list");
    list?.scrollTo({ top: 0 });
    // The button goes.
    list?.focus();
    reload();
  };
  const rowAt = (index: number): PageRow | undefined => {
    const chunk = Math.floor(index / CHUNK);
    const rows = chunks.value.get(chunk);
    if (rows === undefined && !asked.current.has(chunk)) {
      asked.current.add(chunk);
      void ask(chunk * CHUNK).then(
        ({ pages, order: given }) => {
          if (given === order.current) chunks.value = new Map([...chunks.value, [chunk, pages]]);
          else reload();
        },
        () => asked.current.delete(chunk),
      );
    }
    return rows?.[index % CHUNK];
  };
  return (
    <Show loaded={value}>
      {({ total, waiting, isOutdated }) =>
        total === 0 ? (
          <Empty title={words.noneShown} next={words.noneShownNext} />
        ) : (
          <>
            <Sorting list={{ waiting, isOutdated }} sort={sort} />
            <div ref={frame}>
              <VirtualList
                class="page-list"
                role="list"
                aria-label={strings.screens.set}
                tabIndex={0}
                count={total}
                rowHeight={ROW_HEIGHT}
                row={(index) => <PageItem key={index} set={set} row={rowAt(index)} />}
              />
            </div>
          </>
        )
      }
    </Show>
  );
}

/** How far the order is; no live region, as it changes every other second for minutes. */
function Sorting({
  list: { waiting, isOutdated },
  sort,
}: {
  readonly list: Pick<PageList, "waiting" | "isOutdated">;
  readonly sort: () => void;
}): JSX.Element | null {
  const words = useStudio().strings.set;
  if (waiting === 0 && !isOutdated) return null;
  return (
    <p class="quiet sorting">
      {waiting > 0 ? words.waiting(waiting) : words.sorted}
      {isOutdated && (
        <button type="button" class="button" onClick={sort}>
          {words.sort}
        </button>
      )}
    </p>
  );
}

/** Whether somebody points at a list, works in it by keys, or has scrolled it. */
function isInUse(frame: HTMLElement | null): boolean {
  const list = frame?.querySelector(".page-list");
  if (!list) return false;
  return list.contains(document.activeElement) || list.matches(":hover") || list.scrollTop > 0;
}

function PageItem({ set, row }: { readonly set: string; readonly row: PageRow | undefined }): JSX.Element {
  const { strings } = useStudio();
  const words = strings.set;
  if (row === undefined) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list are not children of the list.
      <div class="page-row" role="listitem">
        <span class="quiet">{strings.app.loading}</span>
      </div>
    );
  }
  const { id, title, url, site, state, confidence, disagreement } = row;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list are not children of the list.
    <div class="page-row" role="listitem">
      <a href={addressOf("label", [set, id])} title={url ?? id}>
        <bdi>{title ?? words.untitled}</bdi>
      </a>
      <span class="quiet page-site">{site ?? id}</span>
      <span class="tags">
        {confidence !== null && (
          <span class="tag figure" title={words.confidenceLong}>
            {words.confidence} {percent(confidence)}
          </span>
        )}
        {disagreement !== null && disagreement >= 0.1 && (
          <span class="tag figure" title={words.disagreementLong}>
            {words.disagreement} {percent(disagreement)}
          </span>
        )}
        <span class={state === "done" ? "tag good" : "tag"}>{words.states[state]}</span>
      </span>
      <a class="quiet" href={addressOf("compare", [set, id])}>
        {words.look}
      </a>
    </div>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
