/** The parameters in which an address says at which page of a list it is: the API's own. */
export const cursors = ['page[after]', 'page[before]'] as const;

export function isFirstPage(search: string): boolean {
  const given = new URLSearchParams(search);
  return cursors.every((name) => !given.has(name));
}

/** The query of these parameters, in this order: `?…`, or nothing where none of them is given. */
export function queryOf(
  given: URLSearchParams,
  names: readonly string[],
  byDefault: Readonly<Record<string, string>> = {},
): string {
  const pairs = names.flatMap((name) => {
    const value = given.get(name) ?? byDefault[name];
    return value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`];
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/**
 * The address of another page of the same list: `link` as the API wrote it, or none for the first page. `asked`: the parameters that say which
 * list it is.
 */
export function searchOfPage(search: string, link: string | undefined, asked: readonly string[]): string {
  const place = new URLSearchParams(link === undefined ? '' : new URL(link).search);
  const given = new URLSearchParams(search);
  for (const name of cursors) {
    const cursor = place.get(name);
    if (cursor === null) given.delete(name);
    else given.set(name, cursor);
  }
  return queryOf(given, [...asked, ...cursors]);
}
