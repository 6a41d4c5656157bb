import { urlShape } from "../../url/index.ts";
import type { PageSource, SitePage } from "../page-source.ts";
import { addressKey } from "../source/index.ts";
import type { SiteWarningCode } from "../warnings.data.ts";
import { type Front, isSection, readFront } from "./front.ts";
import { sectionLinks } from "./section-links.ts";

/** How far the sections of a site are followed. */
export interface FollowOptions {
  /** Steps from the home page: 0 reads it alone. */
  readonly depth?: number | undefined;
  /** Front pages at most. */
  readonly maxFronts?: number | undefined;
  /** Front pages that an earlier run has read, by id. */
  readonly known?: ReadonlyMap<string, Front> | undefined;
}

/** A front page that was visited. */
export interface Visit {
  readonly page: SitePage;
  readonly front: Front;
  /** Whether it was read just now, and not by an earlier run. */
  readonly isNew: boolean;
}

/** Sections and the sections in them. */
const DEPTH = 2;
/** The largest menus of real news sites lead to about a hundred places. */
const MAX_FRONTS = 120;
/** Front pages whose addresses have one shape; calendars and lists with page numbers have no end. */
const MAX_ALIKE = 20;
/** No front page that people made links to so many places. */
const FARM_LINKS = 2000;

/** Visits the home page, then the pages that labels lead to, level by level; notes oddities as it goes. */
export async function* followSections(
  source: PageSource,
  oddities: Set<SiteWarningCode>,
  { depth = DEPTH, maxFronts = MAX_FRONTS, known = new Map() }: FollowOptions = {},
): AsyncGenerator<Visit> {
  const home = visit(await source.home(), known);
  yield home;
  const frontier = new Frontier(home.front, oddities);
  let left = maxFronts - 1;
  for (let step = 0, level: readonly Front[] = [home.front]; step < depth && level.length > 0; step++) {
    const next: Front[] = [];
    for (const url of frontier.takeLinks(level)) {
      if (left <= 0) break;
      const page = await source.open(url);
      if (page === undefined || !frontier.isNew(page)) continue;
      const found = visit(page, known);
      left--;
      yield found;
      if (isSection(found.front)) next.push(found.front);
    }
    level = next;
  }
}

function visit(page: SitePage, known: ReadonlyMap<string, Front>): Visit {
  const front = known.get(page.id);
  return { page, front: front ?? readFront(page), isNew: front === undefined };
}

/** The addresses that were seen, and how many there were of each shape. */
class Frontier {
  readonly #addresses = new Set<string>();
  readonly #ids = new Set<string>();
  readonly #shapes = new Map<string, number>();
  readonly #oddities: Set<SiteWarningCode>;

  constructor(home: Front, oddities: Set<SiteWarningCode>) {
    this.#ids.add(home.id);
    this.#addresses.add(addressKey(home.labels.url ?? home.id));
    this.#oddities = oddities;
  }

  /** The links of front pages that lead to new addresses; endless kinds of them are cut off. */
  *takeLinks(fronts: readonly Front[]): Generator<string> {
    for (const front of fronts) {
      const links = sectionLinks(front);
      if (links.length > FARM_LINKS) this.#oddities.add("LINK_FARM");
      for (const url of links.slice(0, FARM_LINKS)) if (this.#takeAddress(url)) yield url;
    }
  }

  /** Whether a page was not visited yet, under whatever address. */
  isNew({ id }: SitePage): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    return true;
  }

  #takeAddress(url: string): boolean {
    const key = addressKey(url);
    if (this.#addresses.has(key)) return false;
    this.#addresses.add(key);
    const shape = urlShape(url) ?? key;
    const alike = (this.#shapes.get(shape) ?? 0) + 1;
    this.#shapes.set(shape, alike);
    if (alike <= MAX_ALIKE) return true;
    this.#oddities.add("ENDLESS_ADDRESSES");
    return false;
  }
}
