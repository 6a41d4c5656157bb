import { attribute, type Document, NODE_KIND, tagName } from "../../html/index.ts";
import type { PathSteps } from "../../page/index.ts";

/** Where there is no path, or none that is known. */
export const NO_PATH = -1;

/** Elements of the longest path; templates of real sites have under forty, a page made to do harm has thousands. */
const MAX_STEPS = 100;
/** Paths that are told apart at most, so that pages made to do harm fill no memory; a site has some thousands. */
const MAX_PATHS = 200_000;
/** Letters of a name, class or id that are read; longer ones are made by machines. */
const MAX_NAME = 40;
const FIRST_TOKEN = new RegExp(`\\S{1,${MAX_NAME}}`);

/** The paths of a page's nodes in a tree that it need not be part of. */
export interface FoundPaths {
  /** The path of every node, `NO_PATH` where the tree does not have it. */
  readonly whole: Int32Array;
  /** The longest part of it from the root on that the tree has. */
  readonly known: Int32Array;
}

/** The root-to-element paths of a site's pages as one tree; a path is the number of its node, and 0 the document. */
export class PathTree {
  readonly #stepOf: (document: Document, node: number) => string;
  readonly #parents: number[] = [NO_PATH];
  readonly #steps: string[] = [""];
  readonly #depths: number[] = [0];
  readonly #children: Map<string, number>[] = [new Map()];

  constructor(steps: PathSteps) {
    this.#stepOf = steps === "names" ? nameOf : namedStep;
  }

  /** How many paths there are; each one's number is under it, and above that of its parent. */
  get size(): number {
    return this.#parents.length;
  }

  /** The path that a path lies under, `NO_PATH` for the document's. */
  parentOf(path: number): number {
    return this.#parents[path] ?? NO_PATH;
  }

  /** A path as it is written: `html/body/div.story/p`. */
  write(path: number): string {
    const steps: string[] = [];
    for (let at = path; at > 0; at = this.parentOf(at)) steps.push(this.#steps[at] ?? "");
    return steps.reverse().join("/");
  }

  /** The number of a written path, which is added where it is new; `NO_PATH` where it is longer than any of a page. */
  add(written: string): number {
    let at = 0;
    for (const step of written.split("/")) at = this.#grow(at, step);
    return at;
  }

  /** The path of every node of a page, new ones added; a text has that of its parent. */
  addPage(document: Document): Int32Array {
    return this.#walk(document, (path, step) => this.#grow(path, step));
  }

  /** The path of every node of a page as far as the tree has it. */
  findPage(document: Document): FoundPaths {
    const whole = this.#walk(document, (path, step) => this.#children[path]?.get(step) ?? NO_PATH);
    const known = new Int32Array(document.size);
    for (let node = 1; node < document.size; node++) {
      known[node] = whole[node] === NO_PATH ? known[document.parent[node]!]! : whole[node]!;
    }
    return { whole, known };
  }

  /** By path: 1 for one path and all that lie under it. */
  markUnder(top: number): Uint8Array {
    const isUnder = new Uint8Array(this.size);
    isUnder[top] = 1;
    for (let path = top + 1; path < this.size; path++) isUnder[path] = isUnder[this.parentOf(path)]!;
    return isUnder;
  }

  #walk(document: Document, follow: (path: number, step: string) => number): Int32Array {
    const { size, kind, parent } = document;
    const paths = new Int32Array(size);
    for (let node = 1; node < size; node++) {
      const above = paths[parent[node]!]!;
      const isStep = above !== NO_PATH && kind[node] === NODE_KIND.element;
      paths[node] = isStep ? follow(above, this.#stepOf(document, node)) : above;
    }
    return paths;
  }

  #grow(path: number, step: string): number {
    const children = this.#children[path];
    const known = children?.get(step);
    if (known !== undefined) return known;
    const depth = this.#depths[path] ?? MAX_STEPS;
    if (children === undefined || depth >= MAX_STEPS || this.size >= MAX_PATHS) return NO_PATH;
    const added = this.size;
    children.set(step, added);
    this.#parents.push(path);
    this.#steps.push(step);
    this.#depths.push(depth + 1);
    this.#children.push(new Map());
    return added;
  }
}

function nameOf(document: Document, node: number): string {
  return tagName(document, node).slice(0, MAX_NAME);
}

/**
 * An element's name with its first class, else its id. Deviation: the paper's paths are of names alone, from a time when
 * tables made the layout; on today's pages they would nearly all be `div/div/div/p`.
 */
export function namedStep(document: Document, node: number): string {
  const name = nameOf(document, node);
  // The classes of these two name the section or the day, seldom the place.
  if (name === "html" || name === "body") return name;
  const className = firstToken(attribute(document, node, "class"));
  if (className !== "") return `${name}.${className}`;
  const id = firstToken(attribute(document, node, "id"));
  return id === "" ? name : `${name}#${id}`;
}

/** Numbers in names count articles and days; they tell no places apart. */
function firstToken(value: string | undefined): string {
  const token = value === undefined ? "" : (FIRST_TOKEN.exec(value)?.[0] ?? "");
  return /[\d/]/.test(token) ? token.replace(/\d+/g, "0").replaceAll("/", "_") : token;
}
