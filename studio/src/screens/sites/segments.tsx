import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { PageRow, Segment, SiteView } from "../../../../src/server/studio/contract.ts";
import type { Api, ApiFailure } from "../../api.ts";
import { BoxLayer, boxOfNode, Outline } from "../../page/boxes.tsx";
import type { Box } from "../../page/frame-stage.ts";
import { PageStage, type StageView } from "../../page/page-stage.tsx";
import { Empty, Failed, Show } from "../../parts/states.tsx";
import { addressOf, type Route } from "../../routes.ts";
import { asFailure, useLoaded } from "../../state/loaded.ts";
import { useStudio } from "../../state/studio.ts";
import { PageTree } from "../../tree/page-tree.ts";

/** Pages of the library that are opened to look at their segments. */
const SHOWN_PAGES = 50;

/** The segments of a page of the site, boxed on it. */
export function Segments({ site, route }: { readonly site: SiteView; readonly route: Route }): JSX.Element {
  const { strings, api, router } = useStudio();
  const words = strings.sites;
  const { set, page } = route.query;
  const failure = useSignal<ApiFailure | null>(null);
  const show = (given: Readonly<Record<string, string>>): void =>
    router.replace(addressOf("sites", [site.domain], { ...route.query, view: "segments", ...given }));
  const openLibrary = async (): Promise<void> => {
    failure.value = null;
    try {
      const opened = await api.openSet({ kind: "library", domain: site.domain, limit: SHOWN_PAGES });
      const { pages } = await api.pages(opened.id, { show: "all", offset: 0, limit: 1 });
      const [first] = pages;
      if (first !== undefined) show({ set: opened.id, page: first.id });
    } catch (error) {
      failure.value = asFailure(error);
    }
  };
  if (set === undefined || page === undefined) {
    const [known] = site.differing;
    return (
      <>
        {failure.value !== null && <Failed failure={failure.value} />}
        <Empty title={words.noSegments} next={words.segmentsNext}>
          <button type="button" class="button primary" onClick={() => void openLibrary()}>
            {words.openPages}
          </button>
          {known !== undefined && (
            <button type="button" class="button" onClick={() => show({ set: known.set, page: known.page })}>
              {known.page}
            </button>
          )}
        </Empty>
      </>
    );
  }
  return <SegmentedPage set={set} page={page} choose={(id) => show({ set, page: id })} />;
}

function SegmentedPage({
  set,
  page,
  choose,
}: {
  readonly set: string;
  readonly page: string;
  readonly choose: (page: string) => void;
}): JSX.Element {
  const { strings, api } = useStudio();
  const words = strings.sites;
  const stage = useSignal<StageView | null>(null);
  const picked = useSignal<number | null>(null);
  const { loaded } = useLoaded(`segments ${set} ${page}`, async () => ({
    segments: await api.segments(set, page),
    view: await loadView(api, set, page),
    pages: (await api.pages(set, { show: "all", offset: 0, limit: SHOWN_PAGES })).pages,
  }));
  const pick = (segments: readonly Segment[], tree: PageTree, at: number): void => {
    const segment = segments[at];
    picked.value = at;
    if (stage.value !== null && segment !== undefined) stage.value.reveal(boxOf(stage.value, tree, segment));
  };
  return (
    <Show loaded={loaded.value}>
      {({ segments, view, pages }) => (
        <div class="segments">
          <PageChoice pages={pages} page={page} choose={choose} />
          <div class="segments-page">
            <PageStage
              page={{ key: page, url: view.frame }}
              label={words.segmentedPage}
              onPick={(node) => {
                const found = segmentAt(segments, view.tree, node);
                if (found >= 0) pick(segments, view.tree, found);
              }}
              onStage={(made) => {
                stage.value = made;
              }}
            >
              {(made) => (
                <BoxLayer stage={made}>
                  <SegmentBoxes stage={made} tree={view.tree} segments={segments} picked={picked.value} />
                </BoxLayer>
              )}
            </PageStage>
          </div>
          <ol class="segment-list" aria-label={words.views.segments}>
            {segments.map((segment, at) => (
              <li
                key={`${segment.first} ${segment.depth}`}
                style={{ paddingInlineStart: `${segment.depth * 0.75}rem` }}
              >
                <button
                  type="button"
                  class="leaf-text"
                  aria-current={at === picked.value ? "true" : undefined}
                  onClick={() => pick(segments, view.tree, at)}
                >
                  <span class="tag">{segment.kind}</span> <bdi>{segment.label ?? ""}</bdi>
                </button>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Show>
  );
}

async function loadView(api: Api, set: string, page: string) {
  const { frame, tree } = await api.page(set, page, "");
  return { frame, tree: new PageTree(tree) };
}

function PageChoice({
  pages,
  page,
  choose,
}: {
  readonly pages: readonly PageRow[];
  readonly page: string;
  readonly choose: (page: string) => void;
}): JSX.Element {
  const words = useStudio().strings.sites;
  return (
    <label class="inline-field">
      <span>{words.page}</span>
      <select value={page} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {pages.map(({ id, title }) => (
          <option key={id} value={id}>
            {title ?? id}
          </option>
        ))}
      </select>
    </label>
  );
}

function SegmentBoxes({
  stage,
  tree,
  segments,
  picked,
}: {
  readonly stage: StageView;
  readonly tree: PageTree;
  readonly segments: readonly Segment[];
  readonly picked: number | null;
}): JSX.Element {
  return (
    <>
      {segments.map((segment, at) => (
        <Outline
          key={`${segment.first} ${segment.depth}`}
          box={boxOf(stage, tree, segment)}
          kind={at === picked ? "picked" : "segment"}
          {...(at === picked ? { name: nameOf(segment) } : {})}
        />
      ))}
    </>
  );
}

/** Only what is picked is named on the page: names of all would cover its text, and the list has them. */
function nameOf({ kind, label }: Segment): string {
  return label === null ? kind : `${kind}: ${label}`;
}

/** The innermost segment at an element: one of its own texts, or one that it is part of. */
function segmentAt(segments: readonly Segment[], tree: PageTree, element: number): number {
  const own = segments.findIndex(({ node, first }) => node === element && tree.isText(first));
  if (own >= 0) return own;
  const row = tree.rowOf(element);
  return segments.findLastIndex(
    ({ first, last }) => row >= tree.rowOf(first) && row < tree.endOf(tree.rowOf(last)),
  );
}

/** The box of a segment: from its first part to its last. */
function boxOf(stage: StageView, tree: PageTree, { first, last }: Segment): Box | null {
  const start = boxOfNode(stage, tree, first);
  const end = boxOfNode(stage, tree, last);
  if (start === null || end === null) return start ?? end;
  const x = Math.min(start.x, end.x);
  const y = Math.min(start.y, end.y);
  return {
    x,
    y,
    width: Math.max(start.x + start.width, end.x + end.width) - x,
    height: Math.max(start.y + start.height, end.y + end.height) - y,
  };
}
