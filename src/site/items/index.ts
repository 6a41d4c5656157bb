export type { Item } from "./item.ts";
export { readItems } from "./read-items.ts";
