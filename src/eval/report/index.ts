export { makeReport, type ReportInput } from "./report-page.ts";
export { WorstPages } from "./worst-pages.ts";
