import { useSignal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { ApiFailure } from "./api.ts";
import { Empty, Failed, Loading } from "./parts/states.tsx";
import { addressOf, type Route, type Screen } from "./routes.ts";
import { EntryScreen } from "./screens/entry.tsx";
import { OpenScreen } from "./screens/open.tsx";
import { Shell } from "./shell.tsx";
import { useStudio } from "./state/studio.ts";

interface ScreenProps {
  readonly route: Route;
}
type ScreenLoader = () => Promise<ComponentType<ScreenProps>>;

/** Screens that a first visit does not need. */
const LATE: Readonly<Record<Exclude<Screen, "open">, ScreenLoader>> = {
  set: async () => (await import("./screens/set.tsx")).SetScreen,
  label: async () => (await import("./screens/label/label-screen.tsx")).LabelScreen,
  agree: async () => (await import("./screens/agree.tsx")).AgreeScreen,
  train: async () => (await import("./screens/train/train-screen.tsx")).TrainScreen,
  compare: async () => (await import("./screens/compare/compare-screen.tsx")).CompareScreen,
  why: async () => (await import("./screens/why/why-screen.tsx")).WhyScreen,
  evaluate: async () => (await import("./screens/evaluate.tsx")).EvaluateScreen,
  sites: async () => (await import("./screens/sites/sites-screen.tsx")).SitesScreen,
};

/** The screen of the address, once the visitor is signed in. */
export function App(): JSX.Element {
  const { entry, router, strings, enter } = useStudio();
  const route = router.route.value;
  const { value } = entry;
  return (
    <Shell>
      {value.kind === "asking" && <Loading />}
      {value.kind === "locked" && <EntryScreen wasRefused={value.wasRefused} />}
      {value.kind === "failed" && <Failed failure={value.failure} retry={() => void enter()} />}
      {value.kind === "in" && route.screen === "open" && <OpenScreen session={value.session} />}
      {value.kind === "in" && route.screen === "unknown" && (
        <Empty title={strings.app.unknown} next={strings.app.unknownNext}>
          <a class="button primary" href={addressOf("open")}>
            {strings.app.back}
          </a>
        </Empty>
      )}
      {value.kind === "in" && route.screen !== "open" && route.screen !== "unknown" && (
        <LateScreen key={route.screen} name={route.screen} route={route} />
      )}
    </Shell>
  );
}

/** A screen whose code is loaded when it is opened. */
function LateScreen({
  name,
  route,
}: {
  readonly name: Exclude<Screen, "open">;
  readonly route: Route;
}): JSX.Element {
  const found = useSignal<{ readonly screen: ComponentType<ScreenProps> } | null>(null);
  const hasFailed = useSignal(false);
  useEffect(() => {
    LATE[name]().then(
      (screen) => {
        found.value = { screen };
      },
      () => {
        hasFailed.value = true;
      },
    );
  }, [name, found, hasFailed]);
  // A browser remembers that a script could not be loaded, so that only a reload helps.
  if (hasFailed.value)
    return <Failed failure={new ApiFailure("AWAY", "", 0)} retry={() => location.reload()} />;
  if (found.value === null) return <Loading />;
  const { screen: Screen } = found.value;
  return <Screen route={route} />;
}
