import type { JSX } from "preact";
import { addressOf, type Screen } from "../routes.ts";
import { useLoaded } from "../state/loaded.ts";
import { useStudio } from "../state/studio.ts";
import { Empty, Show } from "./states.tsx";

/** Asks for a set, on screens that need one and were opened without. */
export function ChooseSet({ screen }: { readonly screen: Screen }): JSX.Element {
  const { strings, api } = useStudio();
  const { loaded } = useLoaded("sets", () => api.sets());
  const start = (
    <a class="button primary" href={addressOf("open")}>
      {strings.app.back}
    </a>
  );
  return (
    <Show loaded={loaded.value}>
      {(sets) =>
        sets.length === 0 ? (
          <Empty title={strings.open.none} next={strings.label.noSetNext}>
            {start}
          </Empty>
        ) : (
          <div class="column narrow">
            <h1>{strings.screens[screen]}</h1>
            <p class="lead">{strings.label.noSet}</p>
            <ul class="choices">
              {sets.map(({ id, name, pages }) => (
                <li key={id}>
                  <a class="button" href={addressOf(screen, [id])}>
                    {name} <span class="quiet">{strings.open.pages(pages)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Show>
  );
}
