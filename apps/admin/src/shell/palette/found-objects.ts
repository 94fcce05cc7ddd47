import type { Document, Resource } from '../../api/documents';
import type { IconName } from '../../parts/icon';
import type { Texts } from '../../texts/texts';
import type { PaletteItem } from './palette-items';

/** Search status of one resource type (docs/shop-api.md, "Search all types"). */
interface TypeState {
  status: 'complete' | 'partial' | 'unavailable';
  has_more: boolean;
}

export type SearchResponse = Document<Resource[], { types: Partial<Record<string, TypeState>> }>;

interface Shown {
  icon: IconName;
  fields: string;
  titleOf: (t: Texts, attributes: Record<string, unknown>) => string;
}

const joined = (...parts: unknown[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' ');

/** Resource types that the command palette searches, in display order. */
const shown = {
  orders: {
    icon: 'orders',
    fields: 'number,email',
    titleOf: (t, { number, email }) => joined(t('palette.order', { number: String(number) }), email),
  },
  products: { icon: 'product', fields: 'title', titleOf: (_, { title }) => String(title) },
  variants: { icon: 'product', fields: 'title,sku', titleOf: (_, { title, sku }) => joined(sku, title) },
  customers: {
    icon: 'person',
    fields: 'first_name,last_name,email',
    titleOf: (_, { first_name, last_name, email }) => joined(first_name, last_name, email),
  },
  codes: { icon: 'tag', fields: 'code', titleOf: (_, { code }) => String(code) },
  meta: {
    icon: 'meta',
    fields: 'resource_type,resource_id',
    titleOf: (_, { resource_type, resource_id }) => joined(resource_type, resource_id),
  },
} as const satisfies Record<string, Shown>;

export type FoundType = keyof typeof shown;
const types = Object.keys(shown) as FoundType[];

export const searchableTypes = (may: (right: string) => boolean): FoundType[] =>
  types.filter((type) => may(`${type}.collection`));

export function searchQuery(text: string, searched: readonly FoundType[]): Record<string, string> {
  const fields = searched.map((type) => [`fields[${type}]`, shown[type].fields]);
  return { 'filter[q]': text, 'filter[type]': searched.join(), ...Object.fromEntries(fields) };
}

/**
 * Returns a palette item for each search result that the user can open. Adds a link to the list of a resource type
 * with more matches.
 */
export function foundItems(
  t: Texts,
  may: (right: string) => boolean,
  text: string,
  { data, meta }: SearchResponse,
): PaletteItem[] {
  return types.flatMap((type) => {
    const { icon, titleOf } = shown[type];
    const kind = t(`palette.type.${type}`);
    const objects = may(`${type}.get`) ? data.filter((object) => object.type === type) : [];
    const items = objects.map(({ id, attributes }) => ({
      ...{ path: `/${type}/${id}`, title: titleOf(t, attributes), icon, kind },
    }));
    // Omits the link for variants and meta objects, because their lists lack this search.
    if (!meta?.types[type]?.has_more || type === 'variants' || type === 'meta') return items;
    const path = `/${type}?${String(new URLSearchParams({ q: text }))}`;
    return [
      ...items,
      { path, title: t('palette.all', { text }), icon: 'search', kind: t(`navigation.${type}`) },
    ];
  });
}

export const unavailableTypes = ({ meta }: SearchResponse): FoundType[] =>
  types.filter((type) => meta?.types[type]?.status === 'unavailable');
