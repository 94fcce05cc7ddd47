import { hasBesides, readsBesides } from '@storewright/areas';
import type { Area, Member } from '../../api/members';
import type { TextId, Texts } from '../../texts/texts';

/** Words for what people see without its area. Variants are part of the products for them. */
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
  // A resource without words is named as the API names it.
  const named = resources.map((each) => (hasWords(each) ? t(words[each]) : each));
  return named.length === 0 ? undefined : t('people.sees', { what: [...new Set(named)].join(', ') });
}

/** What areas show besides what they are about. Undefined: nothing. */
export function besidesOfAreas(t: Texts, areas: readonly Area[] | null): string | undefined {
  return areas ? sentenceOf(t, readsBesides(areas)) : undefined;
}

/** What a member has besides what the areas are about. Undefined: nothing, or the role says everything. */
export function besidesOfMember(t: Texts, { areas, rights }: Pick<Member['attributes'], 'areas' | 'rights'>) {
  return areas ? sentenceOf(t, hasBesides(areas, rights)) : undefined;
}
