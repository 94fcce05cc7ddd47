/** Characters of right-to-left scripts (Unicode bidirectional classes R and AL). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Puts a right-to-left name between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, so that the name does not
 * reorder the surrounding sentence.
 */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}
