export type { Item } from "./item.ts";
export { itemsOf } from "./items-of.ts";
export { readItems } from "./read-items.ts";
