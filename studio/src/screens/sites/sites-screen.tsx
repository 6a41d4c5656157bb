import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { SetSummary, SiteSummary, SiteView } from "../../../../src/server/studio/contract.ts";
import type { ApiFailure } from "../../api.ts";
import { FigureTable } from "../../parts/charts.tsx";
import { JobProgress } from "../../parts/job-progress.tsx";
import { Empty, Failed, Show } from "../../parts/states.tsx";
import { addressOf, type Route } from "../../routes.ts";
import { useJob } from "../../state/job.ts";
import { asFailure, useLoaded } from "../../state/loaded.ts";
import { useStudio } from "../../state/studio.ts";
import { Segments } from "./segments.tsx";
import { Taxonomy } from "./taxonomy.tsx";
import { TwoPages } from "./two-pages.tsx";

const VIEWS = ["taxonomy", "template", "items", "segments", "drift"] as const;
type View = (typeof VIEWS)[number];

/** What was mined of sites: taxonomy, template, items, segments, and whether it still holds. */
export function SitesScreen({ route }: { readonly route: Route }): JSX.Element {
  return route.domain === null ? (
    <SiteList route={route} />
  ) : (
    <Site key={route.domain} domain={route.domain} route={route} />
  );
}

function SiteList({ route }: { readonly route: Route }): JSX.Element {
  const { strings, api } = useStudio();
  const words = strings.sites;
  const { loaded } = useLoaded("sites", async () => ({ sites: await api.sites(), sets: await api.sets() }));
  return (
    <Show loaded={loaded.value}>
      {({ sites, sets }) => (
        <div class="column">
          {sites.length === 0 ? (
            <Empty title={words.none} next={words.noneNext}>
              <a class="button primary" href={addressOf("open")}>
                {strings.app.back}
              </a>
            </Empty>
          ) : (
            <>
              <h1>{words.title}</h1>
              <ul class="sets">
                {sites.map((site) => (
                  <li key={site.domain} class="set-row site-row">
                    <a class="set-name" href={addressOf("sites", [site.domain])}>
                      {site.domain}
                    </a>
                    <SiteTags site={site} />
                    <span class="quiet figure">{words.articles(site.articles)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          {sets.length > 0 && <MineSet sets={sets} route={route} />}
        </div>
      )}
    </Show>
  );
}

/** Mines the pages of a set: nothing is fetched, so that it works without a network and for sites that are gone. */
function MineSet({
  sets,
  route,
}: {
  readonly sets: readonly SetSummary[];
  readonly route: Route;
}): JSX.Element {
  const { strings } = useStudio();
  const words = strings.sites;
  const chosen = useSignal(sets[0]?.id ?? "");
  const control = useJob(route, (request) => request.kind === "mine" && request.set !== undefined);
  return (
    <>
      <form
        class="card mine-set"
        onSubmit={(event) => {
          event.preventDefault();
          void control.start({ kind: "mine", set: chosen.value });
        }}
      >
        <h2>{words.mineSet}</h2>
        <p class="quiet">{words.mineSetHint}</p>
        <div class="actions">
          <label class="inline-field">
            <span>{words.set}</span>
            <select
              value={chosen.value}
              onChange={({ currentTarget }) => {
                chosen.value = currentTarget.value;
              }}
            >
              {sets.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" class="button" disabled={control.isBusy}>
            {words.mineIt}
          </button>
        </div>
      </form>
      <JobProgress control={control}>
        {(result) =>
          result.kind === "mine" ? (
            <p class="notice good">
              {words.mined(result.domain)} <a href={addressOf("sites", [result.domain])}>{result.domain}</a>
            </p>
          ) : null
        }
      </JobProgress>
    </>
  );
}

function SiteTags({ site }: { readonly site: SiteSummary }): JSX.Element {
  const words = useStudio().strings.sites;
  return (
    <span class="tags">
      {site.hasProfile && <span class="tag">{words.profile}</span>}
      {site.hasTaxonomy && <span class="tag">{words.taxonomy}</span>}
      {site.model !== null && <span class="tag good">{words.model(site.model.extractor)}</span>}
      {site.drift !== null && <span class="tag bad">{words.drift}</span>}
    </span>
  );
}

function Site({ domain, route }: { readonly domain: string; readonly route: Route }): JSX.Element {
  const { strings, api, announce } = useStudio();
  const words = strings.sites;
  const { loaded, reload } = useLoaded(`site ${domain} ${route.query.job}`, () => api.site(domain));
  const failure = useSignal<ApiFailure | null>(null);
  const control = useJob(route, (request) => request.kind === "mine" && request.domain === domain);
  const takeBack = async (): Promise<void> => {
    try {
      await api.dropModel(domain);
      announce(strings.train.takenBack(domain));
      reload();
    } catch (error) {
      failure.value = asFailure(error);
    }
  };
  return (
    <Show loaded={loaded.value}>
      {(site) => (
        <div class="column site">
          <header class="head">
            <div>
              <h1>{domain}</h1>
              <p class="tags">
                <SiteTags site={site} /> <span class="quiet">{words.articles(site.articles)}</span>
              </p>
            </div>
            <div class="actions">
              <button
                type="button"
                class={site.hasTaxonomy ? "button" : "button primary"}
                disabled={control.isBusy}
                onClick={() => void control.start({ kind: "mine", domain })}
              >
                {site.hasTaxonomy ? words.mineAgain : words.mine}
              </button>
              {site.model !== null && (
                <button type="button" class="button" onClick={() => void takeBack()}>
                  {strings.train.takeBack}
                </button>
              )}
            </div>
          </header>
          {failure.value !== null && <Failed failure={failure.value} />}
          {control.isBusy || (control.job?.kind === "ready" && control.job.value.failure !== null) ? (
            <JobProgress control={control}>{() => null}</JobProgress>
          ) : null}
          <Drift site={site} />
          <Views site={site} route={route} />
        </div>
      )}
    </Show>
  );
}

/** Where the layout changed: how many pages, and what to do. */
function Drift({ site }: { readonly site: SiteView }): JSX.Element | null {
  const words = useStudio().strings.sites;
  if (site.drift === null) return null;
  return (
    <div class="notice" role="status">
      <p>
        <strong>{words.drifted}</strong> {site.drift}
      </p>
      <p>
        {words.driftNext}{" "}
        {site.differing.length > 0 && (
          <a href={addressOf("sites", [site.domain], { view: "drift" })}>{words.twoPages}</a>
        )}
      </p>
    </div>
  );
}

function Views({ site, route }: { readonly site: SiteView; readonly route: Route }): JSX.Element {
  const shown = VIEWS.filter((each) => each !== "drift" || site.differing.length > 0);
  const view = shown.find((each) => each === route.query.view) ?? "taxonomy";
  return (
    <>
      <ViewChoice route={route} domain={site.domain} shown={shown} view={view} />
      {view === "taxonomy" && <Taxonomy site={site} />}
      {view === "template" && <Template site={site} />}
      {view === "items" && <Items site={site} />}
      {view === "segments" && <Segments site={site} route={route} />}
      {view === "drift" && <TwoPages site={site} />}
    </>
  );
}

function ViewChoice({
  route,
  domain,
  shown,
  view,
}: {
  readonly route: Route;
  readonly domain: string;
  readonly shown: readonly View[];
  readonly view: View;
}): JSX.Element {
  const { strings, router } = useStudio();
  const words = strings.sites;
  return (
    <fieldset class="segmented">
      <legend class="unseen">{words.view}</legend>
      {shown.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="view"
            checked={each === view}
            onChange={() => router.replace(addressOf("sites", [domain], { ...route.query, view: each }))}
          />
          <span>{words.views[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Template({ site }: { readonly site: SiteView }): JSX.Element {
  const { strings } = useStudio();
  const words = strings.sites;
  if (site.template.length === 0) return <Empty title={words.noTemplate} next={words.mineNext} />;
  return (
    <FigureTable label={words.views.template}>
      <thead>
        <tr>
          <th scope="col">{words.role}</th>
          <th scope="col">{words.path}</th>
        </tr>
      </thead>
      <tbody>
        {site.template.map(({ role, path }) => (
          <tr key={`${role} ${path}`}>
            <th scope="row">{placeName(words.places, role)}</th>
            <td dir="ltr">
              <code class="path">{path}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}

function placeName(places: Readonly<Record<string, string>>, role: string): string {
  return places[role] ?? role;
}

function Items({ site }: { readonly site: SiteView }): JSX.Element {
  const words = useStudio().strings.sites;
  if (site.items.length === 0) return <Empty title={words.noItems} next={words.mineNext} />;
  return (
    <ul class="items">
      {site.items.map(({ title, url, section }) => (
        <li key={url}>
          <bdi>{title}</bdi>
          <span class="quiet">
            {section !== null && `${section} · `}
            {url}
          </span>
        </li>
      ))}
    </ul>
  );
}
