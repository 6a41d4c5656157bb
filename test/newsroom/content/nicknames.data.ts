/** Names that commenters give themselves. */
export const NICKNAMES: readonly string[] = [
  "lowtide_larry",
  "kestrel77",
  "Mrs Quill",
  "night.owl",
  "pepper&salt",
  "rowan_tree",
  "TheOldBaker",
  "zed",
  "blue_umbrella",
  "commuter_9",
  "granite",
  "M. from the hill",
];
