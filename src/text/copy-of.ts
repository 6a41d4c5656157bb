/** A text with characters of its own: engines let a slice of 13 or more keep the whole text that it was cut from. */
export function copyOf(text: string): string {
  return text.split("").join("");
}
