export { type Item, itemsOf, readItems } from "./items/index.ts";
