import type { JSX } from "preact";
import type { SiteView } from "../../../../src/server/studio/contract.ts";
import { PageStage } from "../../page/page-stage.tsx";
import { Show } from "../../parts/states.tsx";
import { addressOf } from "../../routes.ts";
import { useLoaded } from "../../state/loaded.ts";
import { useStudio } from "../../state/studio.ts";

type Differing = SiteView["differing"][number];

/** The page that no longer fits the profile beside one that does, to compare them. */
export function TwoPages({ site }: { readonly site: SiteView }): JSX.Element {
  return (
    <div class="two-pages">
      {site.differing.map((differing) => (
        <OnePage key={`${differing.set} ${differing.page}`} differing={differing} />
      ))}
    </div>
  );
}

function OnePage({ differing: { set, page, note } }: { readonly differing: Differing }): JSX.Element {
  const { strings, api } = useStudio();
  const words = strings.sites;
  const { loaded } = useLoaded(`page ${set} ${page}`, () => api.page(set, page, ""));
  return (
    <section aria-label={note}>
      <h2>{note}</h2>
      <p class="quiet">
        <bdi>{page}</bdi>
      </p>
      <div class="two-pages-frame">
        <Show loaded={loaded.value}>
          {(view) => <PageStage page={{ key: page, url: view.frame }} label={words.onePage(note)} />}
        </Show>
      </div>
      <div class="actions">
        <a class="button" href={addressOf("compare", [set, page])}>
          {strings.screens.compare}
        </a>
        <a class="button" href={addressOf("label", [set, page])}>
          {strings.screens.label}
        </a>
      </div>
    </section>
  );
}
