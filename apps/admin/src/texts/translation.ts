/** Type of a translation with the same text ids. A missing or unknown id is a compile error. */
export type Translation<English extends Record<string, string>> = Record<keyof English, string>;
