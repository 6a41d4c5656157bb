import { cleanText, digestOf, keyOf } from "./addresses.ts";
import type { ObtainedResult, Signature, SimilarArticle } from "./candidate.ts";
import { insertRows, type Session } from "./database.ts";

/**
 * Only the newest articles of a band are compared: copies appear within days, while a notice on every page of a site puts all its
 * articles into one band.
 */
const SIMILAR_OF_BAND = 20;
/** The most articles compared, those with most bands in common. */
const MAX_SIMILAR = 100;

/** Articles that share a band with a signature. */
export async function findSimilar(
  session: Session,
  { bands }: Signature,
): Promise<readonly SimilarArticle[]> {
  if (bands.length === 0) return [];
  const ofBand = `SELECT article_id FROM (SELECT article_id FROM bands WHERE band = ? AND value = ?
    ORDER BY article_id DESC LIMIT ${SIMILAR_OF_BAND}) AS newest`;
  const rows = await session.all<{ id: number; group_id: number | null; signature: string }>(
    `SELECT id, group_id, signature FROM articles JOIN (
       SELECT article_id, count(*) AS common FROM (${bands.map(() => ofBand).join(" UNION ALL ")}) AS found
       GROUP BY article_id ORDER BY common DESC, article_id LIMIT ${MAX_SIMILAR}) AS likely ON id = article_id
     ORDER BY common DESC, id`,
    bands.flatMap((band, at) => [at, band]),
  );
  return rows.map(({ id, group_id, signature }) => ({ id, group: group_id ?? id, value: signature }));
}

/** The group of the article that an obtained one copies. */
export async function chooseGroup(
  session: Session,
  { signature, groupOf }: ObtainedResult,
): Promise<number | undefined> {
  return signature && groupOf?.(await findSimilar(session, signature));
}

/** Replaces the signature of an article. */
export async function putSignature(session: Session, id: number, { bands, value }: Signature): Promise<void> {
  await session.run("UPDATE articles SET signature = ? WHERE id = ?", [cleanText(value), id]);
  await session.run("DELETE FROM bands WHERE article_id = ?", [id]);
  if (bands.length === 0) return;
  await insertRows(
    session,
    "bands",
    bands.map((value, band) => ({ band, value, article_id: id })),
  );
}

/** Keys that copies share, so that their writers wait for each other: bands of the text, and the stated address. */
export function waitKeys({ identity, ownIdentity = identity, signature }: ObtainedResult): readonly number[] {
  const stated = Buffer.from(digestOf(keyOf(identity)), "base64url").readInt32BE();
  return [...(signature?.bands ?? []), ...(ownIdentity === identity ? [] : [stated])];
}
