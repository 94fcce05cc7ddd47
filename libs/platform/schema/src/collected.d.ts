declare module 'collected:migrations' {
  /** Path from the root of the repository, with the text of a .sql file or the exports of a .ts file. */
  export const files: readonly (readonly [
    path: string,
    content: string | Readonly<Record<string, unknown>>,
  ])[];
}
