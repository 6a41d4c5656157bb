import { type ReadonlySignal, signal } from "@preact/signals";

/** A rectangle of the page, from the top of its document. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A page that is shown or preloaded. */
export interface FramePage {
  readonly key: string;
  readonly url: string;
}

interface Frame {
  readonly page: FramePage;
  readonly element: HTMLIFrameElement;
  isReady: boolean;
  /** Whether another document replaced the page, which we cannot read. */
  hasFailed: boolean;
  /** Elements by their node, made when first asked for. */
  elements: Map<number, Element> | null;
  watcher: ResizeObserver | null;
}

const NODE = "data-node";
/** A fixed element that covers this much of the view is an overlay, not something to point at. */
const CURTAIN_SHARE = 0.7;

/**
 * The pages of a screen, each in a sandboxed frame without scripts; one of them is shown, the others are preloaded. The frame
 * cannot be reached by pointer or focus: hit tests ask its document from outside, so that no style of the page
 * can cover or catch it. The scroll position comes from the scroller around it.
 */
export class FrameStage {
  readonly #host: HTMLElement;
  readonly #frames = new Map<string, Frame>();
  #shown: Frame | null = null;
  readonly #version = signal(0);
  readonly #size = signal({ width: 0, height: 0 });
  readonly #title: string;

  constructor(host: HTMLElement, title: string) {
    this.#host = host;
    this.#title = title;
  }

  /** Grows whenever boxes may have moved: another page is shown, or its layout has changed. */
  get version(): ReadonlySignal<number> {
    return this.#version;
  }

  /** The size of the whole document that is shown. */
  get size(): ReadonlySignal<{ readonly width: number; readonly height: number }> {
    return this.#size;
  }

  get isReady(): boolean {
    return this.#shown?.isReady ?? false;
  }

  /** Whether the page failed to load. */
  get hasFailed(): boolean {
    return this.#shown?.hasFailed ?? false;
  }

  /** Shows a page, and loads others ahead; frames of further pages are dropped. */
  show(page: FramePage, ahead: readonly FramePage[] = []): void {
    const wanted = [page, ...ahead];
    for (const [key, frame] of this.#frames) {
      if (wanted.some((each) => each.key === key && each.url === frame.page.url)) continue;
      frame.watcher?.disconnect();
      frame.element.remove();
      this.#frames.delete(key);
    }
    for (const each of wanted) if (!this.#frames.has(each.key)) this.#add(each);
    const shown = this.#frames.get(page.key) ?? null;
    for (const frame of this.#frames.values()) frame.element.classList.toggle("shown", frame === shown);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.refresh();
  }

  /** Measures the page again. */
  refresh(): void {
    const root = this.#document?.documentElement;
    if (root !== undefined && root !== null && this.isReady) {
      this.#size.value = { width: root.scrollWidth, height: root.scrollHeight };
    }
    this.#version.value += 1;
  }

  /** Moves the page below the view; what the frame cannot scroll, as it is wider than the view, it is moved by. */
  scrollTo(left: number, top: number): void {
    this.#window?.scrollTo({ left, top, behavior: "instant" });
    const rest = left - (this.#window?.scrollX ?? left);
    this.#host.style.transform = rest > 0.5 ? `translateX(${-rest}px)` : "";
  }

  /** The node at a point of the view; null where there is none. */
  nodeAt(x: number, y: number): number | null {
    const found = this.#document?.elementsFromPoint(x, y) ?? [];
    const pointed = found.find((element) => !this.#isCurtain(element)) ?? found[0];
    const number = pointed?.closest(`[${NODE}]`)?.getAttribute(NODE);
    return number == null ? null : Number(number);
  }

  /** The box of an element, or of one of its texts; null where it has none. */
  boxOf(node: number, text: number | null = null): Box | null {
    const element = this.#elementOf(node);
    if (element === undefined || !this.isReady) return null;
    const rect = text === null ? rectOf(element) : textRect(element, text);
    const view = this.#window;
    if (rect === null || view === null || (rect.width === 0 && rect.height === 0)) return null;
    return { x: rect.x + view.scrollX, y: rect.y + view.scrollY, width: rect.width, height: rect.height };
  }

  /** A text of an element, all of it; null while the page is not there. */
  textOf(element: number, text: number): string | null {
    const found = this.#elementOf(element);
    return found === undefined ? null : (textNode(found, text)?.nodeValue ?? null);
  }

  close(): void {
    for (const { element, watcher } of this.#frames.values()) {
      watcher?.disconnect();
      element.remove();
    }
    this.#frames.clear();
    this.#shown = null;
  }

  get #document(): Document | null {
    return this.#shown?.element.contentDocument ?? null;
  }

  get #window(): Window | null {
    return this.#shown?.element.contentWindow ?? null;
  }

  #add(page: FramePage): void {
    const element = document.createElement("iframe");
    // Never with allow-scripts: together they would let the page out of its frame.
    element.setAttribute("sandbox", "allow-same-origin");
    element.setAttribute("referrerpolicy", "no-referrer");
    element.title = this.#title;
    element.inert = true;
    element.src = page.url;
    const frame: Frame = { page, element, isReady: false, hasFailed: false, elements: null, watcher: null };
    element.addEventListener("load", () => this.#settle(frame));
    this.#frames.set(page.key, frame);
    this.#host.append(element);
    this.#awaitTree(frame);
  }

  /** A page is usable as soon as its tree is there; pictures may come later. */
  #awaitTree(frame: Frame): void {
    const { element } = frame;
    if (frame.isReady || frame.hasFailed || !element.isConnected) return;
    const inner = element.contentDocument;
    const hasTree = inner !== null && inner.URL !== "about:blank" && inner.readyState !== "loading";
    if (hasTree) this.#settle(frame);
    else requestAnimationFrame(() => this.#awaitTree(frame));
  }

  #settle(frame: Frame): void {
    const inner = frame.element.contentDocument;
    if (inner === null || inner.documentElement === null) {
      frame.hasFailed = true;
      if (frame === this.#shown) this.refresh();
      return;
    }
    if (!frame.isReady) {
      frame.isReady = true;
      letScroll(inner);
      frame.watcher = new ResizeObserver(() => {
        if (frame === this.#shown) this.refresh();
      });
      frame.watcher.observe(inner.documentElement);
      if (inner.body !== null) frame.watcher.observe(inner.body);
    }
    if (frame === this.#shown) this.refresh();
  }

  #elementOf(node: number): Element | undefined {
    const frame = this.#shown;
    const inner = this.#document;
    if (frame === null || inner === null || !frame.isReady) return undefined;
    frame.elements ??= new Map(
      Array.from(inner.querySelectorAll(`[${NODE}]`), (element) => [
        Number(element.getAttribute(NODE)),
        element,
      ]),
    );
    return frame.elements.get(node);
  }

  #isCurtain(element: Element): boolean {
    const view = this.#window;
    if (view === null) return false;
    const { width, height } = element.getBoundingClientRect();
    const isLarge = width * height > CURTAIN_SHARE * view.innerWidth * view.innerHeight;
    return isLarge && view.getComputedStyle(element).position === "fixed";
  }
}

/** The document scrolls as a whole, by the scroller around its frame, whatever its styles say; everything can be pointed at. */
function letScroll(inner: Document): void {
  const set = (element: HTMLElement | null, styles: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(styles)) element?.style.setProperty(name, value, "important");
  };
  set(inner.documentElement, {
    overflow: "hidden",
    height: "auto",
    "scroll-behavior": "auto",
    transform: "none",
  });
  set(inner.body, { overflow: "visible", height: "auto", "max-height": "none", transform: "none" });
  const { CSSStyleSheet: Sheet } = (inner.defaultView ?? {}) as Partial<typeof globalThis>;
  if (Sheet === undefined) return;
  const sheet = new Sheet();
  sheet.replaceSync("@layer { * { pointer-events: auto !important } }");
  inner.adoptedStyleSheets = [...inner.adoptedStyleSheets, sheet];
}

/** The box of an element; of what it holds, where it has none itself (`display: contents`). */
function rectOf(element: Element): DOMRect {
  const rect = element.getBoundingClientRect();
  if (rect.width > 0 || rect.height > 0) return rect;
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

function textRect(element: Element, node: number): DOMRect | null {
  const text = textNode(element, node);
  if (text === null) return null;
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect();
}

/** A text by its node: the server writes that as a comment before it. */
function textNode(element: Element, node: number): Node | null {
  const mark = String(node);
  for (const child of element.childNodes) {
    if (child.nodeType === Node.COMMENT_NODE && child.nodeValue?.trim() === mark) return child.nextSibling;
  }
  return null;
}
