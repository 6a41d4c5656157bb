import { dataPlaces, findSet, readSet } from "../../src/eval/index.ts";
import { decodeHtml } from "../../src/html/index.ts";

/** A page of a labelled set, decoded. */
export interface RealPage {
  readonly id: string;
  readonly html: string;
}

/** One page of `step` of a labelled set, in order. */
export async function* realPages(set: string, step: number): AsyncGenerator<RealPage> {
  const folder = await findSet(
    set,
    dataPlaces(() => {}),
  );
  let at = 0;
  for await (const { label, html } of readSet(folder)) {
    if (at++ % step !== 0) continue;
    const encoding = label.encoding ?? undefined;
    yield { id: label.id, html: typeof html === "string" ? html : decodeHtml(html, { encoding }).text };
  }
}
