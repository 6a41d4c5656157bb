import { readCaption } from "./captions.ts";
import { choosePictures } from "./choose-pictures.ts";
import type { PictureReader } from "./reader.ts";

/** Tells the pictures of an article from those around it, and finds captions that stand outside of figures. */
export const pictureReader: PictureReader = { choose: choosePictures, readCaption };
