import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { AWAY, type Look } from "../../api.ts";
import type { FramePage } from "../../page/frame-stage.ts";
import { ChooseSet } from "../../parts/choose-set.tsx";
import { Empty, Failed, Loading, Show } from "../../parts/states.tsx";
import { addressOf, type Route } from "../../routes.ts";
import { useLoaded } from "../../state/loaded.ts";
import type { LoadedPage } from "../../state/page-cache.ts";
import { type Studio, useStudio } from "../../state/studio.ts";
import { LabelDesk } from "./label-desk.ts";
import { LabelView } from "./label-view.tsx";
import { PersonForm } from "./person-form.tsx";

const AHEAD = 2;

/** Labelling: asks for a name once, finds the next page, and shows it. */
export function LabelScreen({ route }: { readonly route: Route }): JSX.Element {
  const { person } = useStudio();
  const { set, page } = route;
  if (set === null) return <ChooseSet screen="label" />;
  if (person.value === "") return <PersonForm />;
  if (page === null) return <NextPage key={set} set={set} by={person.value} />;
  const look = route.query.render === undefined ? "sent" : "rendered";
  return (
    <PageOnDesk set={set} page={page} by={person.value} look={look} against={route.query.with ?? null} />
  );
}

/** Leads to the page that needs a person most. */
function NextPage({ set, by }: { readonly set: string; readonly by: string }): JSX.Element {
  const studio = useStudio();
  const { router, strings } = studio;
  const { loaded } = useLoaded(`next ${set} ${by}`, () => findNext(studio, set, by, []));
  const { value } = loaded;
  useEffect(() => {
    if (value.kind === "ready" && value.value !== null)
      router.replace(addressOf("label", [set, value.value]));
  }, [value, set, router]);
  return (
    <Show loaded={value}>
      {(next) =>
        next === null ? (
          <Empty title={strings.label.allDone} next={strings.label.allDoneNext}>
            <a class="button primary" href={addressOf("train", [set])}>
              {strings.label.toTrain}
            </a>
            <a class="button" href={addressOf("set", [set])}>
              {strings.label.toPages}
            </a>
          </Empty>
        ) : (
          <Loading />
        )
      }
    </Show>
  );
}

/** The next page without labels that are done. */
async function findNext(
  studio: Studio,
  set: string,
  by: string,
  named: readonly string[],
): Promise<string | null> {
  const [next = null] = await findOpen(studio, { set, by, named, except: null, count: 1 });
  return next;
}

/**
 * Pages that are still open: those the server named, and where these are too few, as their order may have changed since, those it
 * names now.
 */
async function findOpen(
  { api, saves, passed }: Studio,
  { set, by, named, except, count }: OpenPages,
): Promise<readonly string[]> {
  const isOpen = (page: string): boolean =>
    page !== except &&
    (saves.latest(set, page, by)?.state ?? "open") === "open" &&
    !passed.has(`${set} ${page}`);
  const known = named.filter(isOpen);
  if (known.length >= count) return known.slice(0, count);
  const { pages } = await api.pages(set, { by, show: "open", offset: 0, limit: 50 });
  const found = new Set([...known, ...pages.map(({ id }) => id).filter(isOpen)]);
  return [...found].slice(0, count);
}

interface OpenPages {
  readonly set: string;
  readonly by: string;
  readonly named: readonly string[];
  /** The page that is shown: open too, until it is confirmed. */
  readonly except: string | null;
  readonly count: number;
}

function PageOnDesk({
  set,
  page,
  by,
  look,
  against,
}: {
  readonly set: string;
  readonly page: string;
  readonly by: string;
  readonly look: Look;
  readonly against: string | null;
}): JSX.Element {
  const studio = useStudio();
  const { loaded } = useLoaded(JSON.stringify([set, page, by, look]), () =>
    studio.pages.load(set, page, by, look),
  );
  const goOn = async (from: LoadedPage): Promise<void> => {
    const next = await findNext(studio, set, by, from.view.next).catch(() => undefined);
    // Where the server is away and no next page is loaded, the page stays: the banner says why.
    if (next !== undefined) studio.router.go(addressOf("label", [set, next], lookQuery(look)));
  };
  const { value } = loaded;
  if (value.kind === "failed" && value.failure.code !== AWAY) {
    // A page that cannot be shown is skipped.
    const passOver = (): void => {
      studio.passed.add(`${set} ${page}`);
      studio.router.go(addressOf("label", [set]));
    };
    return (
      <Failed failure={value.failure} retry={value.retry}>
        <button type="button" class="button" onClick={passOver}>
          {studio.strings.label.next}
        </button>
      </Failed>
    );
  }
  return <Show loaded={value}>{(found) => <Desk page={found} by={by} against={against} goOn={goOn} />}</Show>;
}

function Desk({
  page,
  by,
  against,
  goOn,
}: {
  readonly page: LoadedPage;
  readonly by: string;
  readonly against: string | null;
  readonly goOn: (from: LoadedPage) => Promise<void>;
}): JSX.Element {
  const studio = useStudio();
  const desk = useMemo(() => new LabelDesk(studio, page, by), [studio, page, by]);
  const ahead = useSignal<readonly FramePage[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void loadAhead(studio, page, by).then((found) => {
      if (isCurrent) ahead.value = found;
    });
    return () => {
      isCurrent = false;
    };
  }, [page, by]);
  return (
    <LabelView
      desk={desk}
      frame={framePage(page)}
      ahead={ahead.value}
      against={against}
      goOn={() => void goOn(page)}
    />
  );
}

/** Loads the pages that come after a page; where the server is away, those that it can. */
async function loadAhead(studio: Studio, page: LoadedPage, by: string): Promise<readonly FramePage[]> {
  const { set, look, view } = page;
  const asked = { set, by, named: view.next, except: view.id, count: AHEAD };
  const wanted = await findOpen(studio, asked).catch(() => view.next);
  const settled = await Promise.allSettled(wanted.map((id) => studio.pages.load(set, id, by, look)));
  return settled.flatMap((each) => (each.status === "fulfilled" ? [framePage(each.value)] : []));
}

/** The view is part of the address: labelling pages as a browser shows them goes on with it. */
function lookQuery(look: Look): Readonly<Record<string, string>> {
  return look === "rendered" ? { render: "1" } : {};
}

function framePage({ view, look }: LoadedPage): FramePage {
  return { key: `${view.id} ${look}`, url: view.frame };
}
