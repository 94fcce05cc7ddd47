import { useQueries } from '@tanstack/react-query';
import type { Resource } from '../../api/documents';
import { shopPage } from '../../api/shop-api';
import type { IconName } from '../../parts/icon';
import { useMay } from '../../session/membership';
import type { Shop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import type { PaletteItem } from './palette-items';

/** Number of objects of each type that the palette shows. */
const ROWS = 5;

interface Searched {
  type: 'orders' | 'products' | 'customers' | 'codes';
  icon: IconName;
  fields: string;
  titleOf: (t: Texts, attributes: Record<string, unknown>) => string;
}

const named = (...parts: unknown[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' ');

const searched: readonly Searched[] = [
  {
    type: 'orders',
    icon: 'orders',
    fields: 'number,email',
    titleOf: (t, { number, email }) => named(t('palette.order', { number: String(number) }), email),
  },
  { type: 'products', icon: 'product', fields: 'title', titleOf: (_, { title }) => String(title) },
  {
    type: 'customers',
    icon: 'person',
    fields: 'first_name,last_name,email',
    titleOf: (_, { first_name, last_name, email }) => named(first_name, last_name, email),
  },
  { type: 'codes', icon: 'tag', fields: 'code', titleOf: (_, { code }) => String(code) },
];

/** Searches the types that the person may list. A type that fails does not hide the others. */
export function useFoundObjects(shop: Shop, text: string): { items: PaletteItem[]; isPending: boolean } {
  const t = useTexts();
  const may = useMay();
  const asked = text.trim().length >= 2 ? searched.filter(({ type }) => may(`${type}.collection`)) : [];
  const results = useQueries({
    queries: asked.map(({ type, fields }) => ({
      queryKey: ['palette', shop.id, type, text.trim()],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const query = { 'filter[q]': text.trim(), 'page[size]': ROWS, [`fields[${type}]`]: fields };
        return shopPage<Resource>(shop.id, `/api/${type}`, { query, signal });
      },
      retry: false,
      staleTime: 30_000,
    })),
  });
  const items = asked.flatMap(({ type, icon, titleOf }, at) =>
    (results[at]?.data?.data ?? []).map(({ id, attributes }) => ({
      path: `/${type}/${id}`,
      title: titleOf(t, attributes),
      icon,
      kind: t(`navigation.${type}`),
    })),
  );
  return { items, isPending: results.some(({ isPending }) => isPending) };
}
