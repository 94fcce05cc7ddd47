declare module 'collected:scopes' {
  /** Path from the root of the repository, with the exports of the file. */
  export const files: readonly (readonly [path: string, exported: Readonly<Record<string, unknown>>])[];
}
