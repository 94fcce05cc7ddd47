/** Type of the same texts in another language. A missing or unknown text does not compile. */
export type Translation<English extends Record<string, string>> = Record<keyof English, string>;
