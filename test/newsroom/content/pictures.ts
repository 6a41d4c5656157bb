import type { Writer } from "../languages/grammar.ts";
import type { Language } from "../languages/language.ts";
import type { Random } from "../random.ts";
import type { Picture } from "./story.ts";

/** How many different pictures a site has. */
export const PICTURE_COUNT = 12;

/** The address of one of the site's pictures. */
export function picturePath(index: number): string {
  return `/media/${index}.png`;
}

/** A random picture with a caption and a photographer. */
export function drawPicture(writer: Writer, language: Language, random: Random): Picture {
  const caption = writer.say("caption");
  const taker = language.fullName
    .replace("{given}", random.pick(language.given))
    .replace("{family}", random.pick(language.family));
  return {
    src: picturePath(random.between(1, PICTURE_COUNT)),
    alt: caption,
    width: 640,
    height: 360,
    caption,
    credit: `${language.labels.photo} ${taker}`,
  };
}
