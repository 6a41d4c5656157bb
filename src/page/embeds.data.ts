/** Classes that social networks tell sites to put on the block quote of an embedded post, from their public embed codes. */
export const EMBED_CLASSES: readonly string[] = [
  "twitter-tweet",
  "twitter-video",
  "instagram-media",
  "tiktok-embed",
  "fb-post",
  "fb-video",
  "reddit-card",
  "reddit-embed-bq",
  "bluesky-embed",
  "text-post-media",
  "imgur-embed-pub",
  "mastodon-embed",
  "bsky-embed",
];
