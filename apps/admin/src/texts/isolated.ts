/** What is written from right to left (Unicode, blocks of R and AL). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name within a sentence, whose direction takes hold of nothing around it: between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, where it needs them. */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}
