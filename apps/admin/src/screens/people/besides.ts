import { hasBesides, readsBesides } from '@storewright/areas';
import type { Area, Member } from '../../api/members';
import type { TextId, Texts } from '../../texts/texts';

/** Text ids of the resources that a member can see without access to their area. Variants count as products. */
const words = {
  orders: 'people.sees.orders',
  products: 'people.sees.products',
  variants: 'people.sees.products',
  customers: 'people.sees.customers',
  codes: 'people.sees.codes',
  meta: 'people.sees.meta',
  events: 'people.sees.events',
  request_counts: 'people.sees.request_counts',
} as const satisfies Record<string, TextId>;

const hasWords = (resource: string): resource is keyof typeof words => Object.hasOwn(words, resource);

function sentenceOf(t: Texts, resources: readonly string[]): string | undefined {
  // Uses the API name of a resource without a translation.
  const named = resources.map((each) => (hasWords(each) ? t(words[each]) : each));
  return named.length === 0 ? undefined : t('people.sees', { what: [...new Set(named)].join(', ') });
}

/**
 * Returns a sentence about the resources outside these areas that a member with these areas can see. Returns
 * undefined if there are no such resources.
 */
export function besidesOfAreas(t: Texts, areas: readonly Area[] | null): string | undefined {
  return areas ? sentenceOf(t, readsBesides(areas)) : undefined;
}

/**
 * Returns a sentence about the resources outside the member's areas that the member can see. Returns undefined if
 * there are no such resources, or if the role determines the permissions.
 */
export function besidesOfMember(t: Texts, { areas, rights }: Pick<Member['attributes'], 'areas' | 'rights'>) {
  return areas ? sentenceOf(t, hasBesides(areas, rights)) : undefined;
}
