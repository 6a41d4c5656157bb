import { NewsError } from "../../errors/index.ts";
import {
  FEATURE_READERS,
  FEATURES,
  type Feature,
  LAST_TAG_KIND,
  type MssModel,
  makeForms,
  type Span,
  TOKEN,
  TokenFeatures,
  type Tokens,
  WINDOW_TOKENS,
} from "../../extractors/index.ts";
import { type Document, TAGS, tagName } from "../../html/index.ts";
import { CountTable, type FeatureCount, type Training } from "../../model/index.ts";
import { FeatureCounts, REMEMBERED_SITES, WindowCounts } from "./counts.ts";

/** A page whose article is known; its tokens are of forms with every tag under its own name (`makeForms()`). */
export interface MssExample {
  readonly document: Document;
  readonly tokens: Tokens;
  /** Where the article lies. */
  readonly span: Span;
}

/** Where an example comes from. */
interface ExampleSource {
  /** Two pages are of one site if this is equal. */
  readonly site: string;
  /** The weight of a token inside and outside the article: whole numbers, 1 where absent. */
  readonly weight?: { readonly inside: number; readonly outside: number } | undefined;
}

/** Which counts go into a model. */
export interface PruneOptions {
  /** Features of fewer sites are left out; 1 to 3. */
  readonly minSites: number;
  /** Features of each table at most, those seen most often. */
  readonly maxFeatures: number;
}

/** Three sites keep publishers' phrases out; 100,000 features a table keep a file of five tables under 3 MB. */
export const DEFAULT_PRUNING: PruneOptions = { minSites: 3, maxFeatures: 100_000 };

/** Entries of each table while counting; 3 million take 134 MB. */
const DEFAULT_MAX_ENTRIES = 3_000_000;

const ONCE = { inside: 1, outside: 1 };

/**
 * Counts features inside and outside of articles in one pass, in memory that does not grow with the pages: each table
 * holds `maxEntries` at most, and a full one forgets what was seen least.
 *
 * Tags of a single site count as one unknown tag (5.2), and which they are is known only at the end. So
 * windows with a tag of one site so far wait in a table of whole windows. They move to the tables of
 * features as soon as all their tags were seen on a second site; the windows still waiting at the end have rare tags, which then
 * become the unknown one. The counts are those of two passes, unless a table was full.
 */
export class MssCounter {
  readonly #tables: Readonly<Record<Feature, FeatureCounts>>;
  readonly #windows: WindowCounts;
  readonly #tags = new TagSources();
  readonly #sites = new Map<string, number>();
  #inside = 0;
  #outside = 0;
  #isFinished = false;

  constructor(maxEntries = DEFAULT_MAX_ENTRIES) {
    const tables = FEATURES.map((feature) => [feature, new FeatureCounts(maxEntries)] as const);
    this.#tables = Object.fromEntries(tables) as Record<Feature, FeatureCounts>;
    this.#windows = new WindowCounts(maxEntries);
  }

  /** Sites so far. */
  get sites(): number {
    return this.#sites.size;
  }

  /** Entries that full tables have dropped. */
  get forgotten(): number {
    return this.#all().reduce((sum, table) => sum + table.forgotten, 0);
  }

  get sizeBytes(): number {
    return this.#all().reduce((sum, table) => sum + table.sizeBytes, 0);
  }

  /** Counts one page. */
  add({ document, tokens, span }: MssExample, { site, weight = ONCE }: ExampleSource): void {
    if (this.#isFinished) throw new NewsError("BAD_OPTION", "The counts are finished; count anew.");
    if (![weight.inside, weight.outside].every((value) => Number.isSafeInteger(value) && value >= 1))
      throw new NewsError("BAD_OPTION", "The weights of a page must be whole numbers above 0.");
    const id = this.#idOf(site);
    if (this.#tags.note(document, tokens, id)) this.#settle((seen) => this.#findWaiting(seen)[0] === 0);
    const waits = this.#findWaiting(tokens);
    const features = new TokenFeatures(tokens);
    const inside = { inside: weight.inside, outside: 0 };
    const outside = { inside: 0, outside: weight.outside };
    for (let at = 0; at < tokens.count; at++) {
      const side = at >= span.first && at <= span.last ? inside : outside;
      this.#inside += side.inside;
      this.#outside += side.outside;
      if (waits[at] === 1) this.#windows.add(tokens, at, id, side);
      else this.#count(features, at, id, side);
    }
  }

  /** The model of the counts; ends the counting. */
  finish(options: PruneOptions & { readonly training: Training }): MssModel {
    const { minSites, maxFeatures, training } = options;
    if (!(minSites >= 1 && minSites <= REMEMBERED_SITES))
      throw new NewsError("BAD_OPTION", `The least number of sites must be from 1 to ${REMEMBERED_SITES}.`);
    this.#isFinished = true;
    // Deviation: with a single site the paper's rule would leave no tag its name.
    if (this.#sites.size === 1) this.#tags.keepAll();
    this.#settle(() => true);
    const tables = FEATURES.map((feature) => {
      const counts = this.#tables[feature].list(minSites).sort(byFrequency);
      return [feature, new CountTable(counts.slice(0, maxFeatures))] as const;
    });
    return {
      training,
      tags: this.#tags.common(),
      totals: { inside: this.#inside, outside: this.#outside },
      tables: Object.fromEntries(tables) as Record<Feature, CountTable>,
    };
  }

  #all(): readonly (FeatureCounts | WindowCounts)[] {
    return [...Object.values(this.#tables), this.#windows];
  }

  #idOf(site: string): number {
    const id = this.#sites.get(site) ?? this.#sites.size + 1;
    this.#sites.set(site, id);
    return id;
  }

  /** Marks the tokens with a tag of one site in their window or around them. */
  #findWaiting({ count, kind, form, openTag }: Tokens): Uint8Array {
    const waits = new Uint8Array(count);
    for (let at = 0; at < count; at++) {
      if (this.#tags.isRare(openTag[at]!)) waits[at] = 1;
      if (kind[at]! <= LAST_TAG_KIND && this.#tags.isRare(form[at]!))
        waits.fill(1, Math.max(0, at - WINDOW_TOKENS + 1), at + 1);
    }
    return waits;
  }

  /** Counts the features of waiting windows that are ready. */
  #settle(isReady: (tokens: Tokens) => boolean): void {
    this.#windows.take(isReady, ({ tokens, site, ...side }) => {
      this.#replaceRare(tokens);
      this.#count(new TokenFeatures(tokens), 0, site, side);
    });
  }

  #replaceRare({ count, kind, form, openTag }: Tokens): void {
    if (this.#tags.isRare(openTag[0]!)) openTag[0] = this.#tags.rareForm(TOKEN.startTag);
    for (let at = 0; at < count; at++) {
      if (kind[at]! <= LAST_TAG_KIND && this.#tags.isRare(form[at]!))
        form[at] = this.#tags.rareForm(kind[at]!);
    }
  }

  #count(features: TokenFeatures, at: number, site: number, side: Side): void {
    for (const feature of FEATURES) {
      const hash = FEATURE_READERS[feature](features, at);
      this.#tables[feature].add(hash, site, side.inside, side.outside);
    }
  }
}

interface Side {
  readonly inside: number;
  readonly outside: number;
}

/** Most often seen first; of equals the lower hash, so that the order does not depend on that of the pages. */
function byFrequency(a: FeatureCount, b: FeatureCount): number {
  return b.inside + b.outside - (a.inside + a.outside) || (a.hash >>> 0) - (b.hash >>> 0);
}

interface TagUse {
  readonly name: string;
  /** The first site it was seen on. */
  readonly site: number;
  isCommon: boolean;
}

/** Which tags were seen on more than one site so far; those are the paper's common ones (5.2). */
class TagSources {
  readonly #forms = makeForms();
  readonly #rareForms = makeForms(new Set());
  /** By the forms of its start tag and of its end tag. */
  readonly #uses = new Map<number, TagUse>();
  readonly #names = new Map(TAGS.map((name) => [this.#forms.startTag(name), name]));

  /** Records the tags of a page; returns whether one became common by it. */
  note(document: Document, { count, kind, form, node }: Tokens, site: number): boolean {
    let becameCommon = false;
    for (let at = 0; at < count; at++) {
      if (kind[at] !== TOKEN.startTag) continue;
      const use = this.#uses.get(form[at]!);
      if (use === undefined) this.#addUse(this.#names.get(form[at]!) ?? tagName(document, node[at]!), site);
      else if (!use.isCommon && use.site !== site) {
        use.isCommon = true;
        becameCommon = true;
      }
    }
    return becameCommon;
  }

  /** Whether a form is that of a tag of one site only. */
  isRare(form: number): boolean {
    return this.#uses.get(form)?.isCommon === false;
  }

  /** The form of all rare start tags, or of all rare end tags. */
  rareForm(kind: number): number {
    return kind === TOKEN.endTag ? this.#rareForms.endTag("") : this.#rareForms.startTag("");
  }

  /** Lets every tag keep its name, for training on one site alone. */
  keepAll(): void {
    for (const use of this.#uses.values()) use.isCommon = true;
  }

  /** The names of the common tags, sorted. */
  common(): string[] {
    const names = [...this.#uses.values()].filter(({ isCommon }) => isCommon).map(({ name }) => name);
    return [...new Set(names)].sort();
  }

  #addUse(name: string, site: number): void {
    const use = { name, site, isCommon: false };
    this.#uses.set(this.#forms.startTag(name), use);
    this.#uses.set(this.#forms.endTag(name), use);
  }
}
