/** Adds a member to the set at a key. */
export function put<K, V>(sets: Map<K, Set<V>>, key: K, member: V): void {
  const known = sets.get(key);
  if (known) known.add(member);
  else sets.set(key, new Set([member]));
}
