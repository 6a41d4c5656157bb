import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { addressOf, type Screen } from "../routes.ts";
import { useLoaded } from "../state/loaded.ts";
import { useStudio } from "../state/studio.ts";
import { Empty, Loading, Show } from "./states.tsx";

/** Opens the page most worth labelling, on screens that need a page and were opened without. */
export function FirstPage({ screen, set }: { readonly screen: Screen; readonly set: string }): JSX.Element {
  const { strings, api, router } = useStudio();
  const { loaded } = useLoaded(`first ${set}`, () => api.pages(set, { show: "all", offset: 0, limit: 1 }));
  const { value } = loaded;
  const first = value.kind === "ready" ? value.value.pages[0]?.id : undefined;
  useEffect(() => {
    if (first !== undefined) router.replace(addressOf(screen, [set, first]));
  }, [first, screen, set, router]);
  return (
    <Show loaded={value}>
      {({ total }) =>
        total > 0 ? (
          <Loading />
        ) : (
          <Empty title={strings.set.empty} next={strings.set.emptyNext}>
            <a class="button primary" href={addressOf("open")}>
              {strings.app.back}
            </a>
          </Empty>
        )
      }
    </Show>
  );
}
