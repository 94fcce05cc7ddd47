import { useQueries } from '@tanstack/react-query';
import { authPage } from '../../api/auth-api';
import type { Resource } from '../../api/documents';
import { type Installation, installationsPath } from '../../api/installations';
import { type Limits, useLimits } from '../../session/limits';
import { useAllows } from '../../session/membership';
import { type Shop, type ShopResource, useShop } from '../../session/shop';
import { switchShop } from '../../session/switch-shop';
import { type Texts, useTexts } from '../../texts/texts';
import type { PaletteItem } from './palette-items';

type Named = Resource<{ name: string }>;
type TestShop = Resource<{ name: string; domain: string }>;

/**
 * A list of the auth API whose objects the command palette finds by name. The command palette loads up to a hundred
 * objects per list.
 */
interface NamedList {
  path: string;
  isShown: boolean;
  itemOf: (object: never) => PaletteItem;
}

interface Rights {
  shop: Shop;
  isAllowed: (right: string) => boolean;
  limits: Limits | undefined;
}

const listsOf = (t: Texts, { shop, isAllowed, limits }: Rights): NamedList[] => [
  {
    path: `${installationsPath(shop.id)}?sort=-id&filter[status]=installed&page[size]=100`,
    isShown: isAllowed('installations.collection'),
    itemOf: ({ id, attributes }: Installation) => appItem(t, `/apps/${id}`, attributes.app_name, 'installed'),
  },
  {
    path: '/api/apps?sort=-id&page[size]=100&fields[apps]=name',
    isShown: true,
    itemOf: ({ id, attributes }: Named) => appItem(t, `/developer/apps/${id}`, attributes.name, 'own'),
  },
  {
    path: '/api/test_shops?sort=-id&page[size]=100',
    isShown: (limits?.test_shops ?? 0) > 0,
    itemOf: ({ attributes }: TestShop) => shopItem(t, attributes, 'test'),
  },
  {
    path: '/api/shops?sort=name&page[size]=100',
    isShown: true,
    itemOf: ({ attributes }: ShopResource) => shopItem(t, attributes, 'down'),
  },
];

/**
 * Returns palette items for installed apps, own apps, test shops and the user's other shops. Omits lists that fail to
 * load.
 */
export function useNamedItems(): PaletteItem[] {
  const t = useTexts();
  const shop = useShop();
  const lists = listsOf(t, { shop, isAllowed: useAllows(), limits: useLimits() });
  const shown = lists.filter(({ isShown }) => isShown);
  const results = useQueries({
    queries: shown.map(({ path }) => ({
      queryKey: ['palette', 'named', path],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await authPage<Resource<object>>(path, { signal })).data,
      retry: false,
      staleTime: 60_000,
    })),
  });
  const items = shown.flatMap(({ itemOf }, at) =>
    (results[at]?.data ?? []).map((each) => itemOf(each as never)),
  );
  return items.filter((item) => !('id' in item) || item.id !== `shop/${shop.domain}`);
}

const appItem = (t: Texts, path: string, title: string, whose: 'installed' | 'own'): PaletteItem => ({
  ...{ path, title, icon: 'apps' },
  kind: t(`palette.app.${whose}`),
});

const shopItem = (
  t: Texts,
  { name, domain }: { name: string; domain: string },
  icon: 'test' | 'down',
): PaletteItem => ({
  id: `shop/${domain}`,
  title: name,
  icon,
  kind: t(icon === 'test' ? 'palette.testShop' : 'palette.switchShop'),
  run: () => switchShop(domain),
});
