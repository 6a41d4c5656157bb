import { NAME } from "../known-names.ts";
import { MODE } from "./modes.ts";
import { RAW, type TreeBuilder } from "./tree-builder.ts";

/** Start tags that the in-head mode knows, in whatever mode they come; false for any other. */
export function startInHead(builder: TreeBuilder, name: number): boolean {
  switch (name) {
    case NAME.base:
    case NAME.basefont:
    case NAME.bgsound:
    case NAME.link:
    case NAME.meta:
      builder.insertVoid(name);
      return true;
    case NAME.title:
      builder.insertRaw(name, RAW.rcdata);
      return true;
    case NAME.noframes:
    case NAME.style:
      builder.insertRaw(name, RAW.rawtext);
      return true;
    case NAME.script:
      builder.insertRaw(name, RAW.script);
      return true;
    case NAME.template:
      builder.insert(name);
      builder.formatting.pushMarker();
      builder.isFramesetOk = false;
      builder.mode = MODE.inTemplate;
      builder.templateModes.push(MODE.inTemplate);
      return true;
    default:
      return false;
  }
}

/** The end tag of a template, in whatever mode it comes. */
export function endTemplate(builder: TreeBuilder): void {
  if (builder.open.highest(NAME.template) < 0) return;
  builder.generateImpliedThoroughly();
  builder.open.popThrough(NAME.template);
  builder.formatting.clearToMarker();
  builder.templateModes.pop();
  builder.resetMode();
}

/** The end of the page inside a template; false where there is none. */
export function finishTemplate(builder: TreeBuilder): boolean {
  if (builder.open.highest(NAME.template) < 0) return false;
  builder.open.popThrough(NAME.template);
  builder.formatting.clearToMarker();
  builder.templateModes.pop();
  builder.resetMode();
  return true;
}
