import { cursors } from '../../parts/place';
import { isKind, kinds, type Kind } from '../../parts/audit/audit-entry';

/**
 * Returns the kinds of audit log entries in the URL's filter. Ignores unknown kinds. An empty array means all kinds.
 */
export function kindsOf(search: string): Kind[] {
  const named = (new URLSearchParams(search).get('filter[kind]') ?? '').split(',').filter(isKind);
  return kinds.filter((kind) => named.includes(kind));
}

/** Returns the URL query for the first page of the audit log with only entries of these kinds. */
export function searchOf(wanted: readonly Kind[]): string {
  const named = kinds.filter((kind) => wanted.includes(kind));
  return named.length === 0 ? '' : `?${encodeURIComponent('filter[kind]')}=${named.join(',')}`;
}

/**
 * Returns the URL query for another page of the audit log. `link` is the API's pagination link, or undefined for the
 * first page.
 */
export function pageSearch(search: string, link: string | undefined): string {
  return joined(searchOf(kindsOf(search)), link === undefined ? '' : new URL(link).search);
}

export function pathOf(shopId: string, search: string): string {
  return `/api/shops/${shopId}/audit_entries${joined(searchOf(kindsOf(search)), search, 'sort=-id')}`;
}

function joined(kinds: string, place: string, ...others: string[]): string {
  const given = new URLSearchParams(place);
  const pairs = cursors.flatMap((name) => {
    const cursor = given.get(name);
    return cursor === null ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(cursor)}`];
  });
  const all = [kinds.slice(1), ...pairs, ...others].filter((part) => part !== '');
  return all.length === 0 ? '' : `?${all.join('&')}`;
}
