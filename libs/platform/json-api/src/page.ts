import type { Page, Position } from '@storewright/pages';
import { isWithinDepth, type ListQuery } from './list-query';
import { writeQueryString } from './query-string';

/**
 * Links of a page. Each link is a query string with the leading `?`, or null for a page that does not exist.
 */
export interface PageLinks {
  first: string;
  prev: string | null;
  next: string | null;
}

export function pageLinks(page: Page, query: ListQuery): PageLinks {
  const first = firstOf(query);
  if (query.number === undefined) return cursorLinks(page, query, first);
  const { number, size } = query;
  const link = (at: number) => placed(first, 'number', String(at));
  return {
    first,
    prev: number > 1 ? link(number - 1) : null,
    next: page.hasMore && isWithinDepth(number + 1, size) ? link(number + 1) : null,
  };
}

function cursorLinks(page: Page, query: ListQuery, first: string): PageLinks {
  const { hasMore, end, firstPosition = end, lastPosition = end } = page;
  const { after, before, order, cursors } = query;
  const link = (side: 'after' | 'before', position: Position = []) =>
    placed(first, side, cursors.encode(order, position));
  if (!before) {
    const last = hasMore ? lastPosition : end;
    return {
      first,
      prev: after ? link('before', firstPosition) : null,
      next: last ? link('after', last) : null,
    };
  }
  const beginning = hasMore ? firstPosition : end;
  const prev = beginning ? link('before', beginning) : null;
  // An empty cursor in `before` is the end of the list, so the page has no next page.
  if (before.length === 0) return { first, prev, next: null };
  return { first, prev, next: lastPosition ? link('after', lastPosition) : first };
}

const places = ['page[after]', 'page[before]', 'page[number]'];

function firstOf({ parameters }: ListQuery): string {
  return writeQueryString([...parameters].filter(([parameter]) => !places.includes(parameter)));
}

function placed(first: string, name: 'after' | 'before' | 'number', value: string): string {
  return `${first === '' ? '?' : `${first}&`}${encodeURIComponent(`page[${name}]`)}=${encodeURIComponent(value)}`;
}
