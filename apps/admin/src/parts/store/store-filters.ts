import type { TextId } from '../../texts/texts';
import type { ListFilter } from './list-address';
import type { Word } from './words';

export function filterByWords(
  name: 'status' | 'payment_status' | 'fulfillment_status' | 'kind',
  words: readonly Word[],
): ListFilter {
  const textOf = (word: string): TextId => `store.word.${word as Word}`;
  return {
    kind: 'words',
    name,
    title: `store.filter.${name}`,
    all: `store.filter.${name}.all`,
    words,
    textOf,
  };
}

export const filterByTag: ListFilter = { kind: 'tag', name: 'tags', title: 'store.filter.tags' };

export const filterByApp: ListFilter = {
  kind: 'app',
  name: 'actor_id',
  title: 'store.filter.actor_id',
  all: 'store.filter.actor_id.all',
};

export function filterByDays(name: 'created_at' | 'updated_at'): ListFilter {
  return { kind: 'days', name, title: `store.filter.${name}` };
}

export function filterByAmounts(name: 'total_amount' | 'total_spent_amount'): ListFilter {
  return { kind: 'amounts', name, title: `store.filter.${name}` };
}
