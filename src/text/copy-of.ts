/** A text with characters of its own: engines let a slice of 13 or more keep the whole text that it was cut from. */
export function copyOf(text: string): string {
  // Joined and cut again: the cut keeps the joined text, one character longer.
  return ` ${text}`.slice(1);
}
