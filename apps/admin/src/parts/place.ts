/** Query parameters for the position in a paginated list, with the same names as in the API. */
export const cursors = ['page[after]', 'page[before]'] as const;

export function isFirstPage(search: string): boolean {
  const given = new URLSearchParams(search);
  return cursors.every((name) => !given.has(name));
}

/** Returns a URL query with the given parameters in this order. Returns an empty string if no parameter has a value. */
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
 * Returns the URL query of another page of a list. `link` is the API's pagination link, or undefined for the first
 * page. `asked` names the query parameters that identify the list.
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
