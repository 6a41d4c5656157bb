export type { Candidate } from "./evidence.ts";
export { emojiOf, imageOf, pictureSource } from "./picture-source.ts";
export {
  type Caption,
  PICTURE_FAULTS,
  PICTURE_RULES,
  type PictureFault,
  type PictureReader,
  type PictureRule,
} from "./reader.ts";
