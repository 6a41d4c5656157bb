export { learnTed, TED_DEFAULTS, type TedOptions } from "./learn-ted.ts";
