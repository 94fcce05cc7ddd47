/** The parameters in which an address says at which page of a list it is: the API's own. */
export const cursors = ['page[after]', 'page[before]'] as const;

export function isFirstPage(search: string): boolean {
  const given = new URLSearchParams(search);
  return cursors.every((name) => !given.has(name));
}
