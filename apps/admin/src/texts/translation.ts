/** The same texts in another language: one that is missing or that English has not does not compile. */
export type Translation<English extends Record<string, string>> = Record<keyof English, string>;
