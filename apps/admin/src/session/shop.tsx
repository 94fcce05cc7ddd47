import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { authPage } from '../api/auth-api';
import type { Resource } from '../api/documents';
import { knownZone } from '../parts/zones';

export interface Shop {
  id: string;
  domain: string;
  /** For people. */
  name: string;
  /** In which it shows times and counts days. */
  timeZone: string;
  /** ISO 4217 code of the default currency. */
  currency: string;
}

export type ShopResource = Resource<
  { domain: string; name: string; title: string; description: string },
  { time_zone: string; currency_code: string; version: number }
>;

const ShopContext = createContext<Shop | undefined>(undefined);

/** The shop that this panel is for. */
export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('This screen needs a shop.');
  return shop;
}

/** The same of what stands around screens that need no shop: undefined where the person is a member of none at this address. */
export function useShopIfAny(): Shop | undefined {
  return useContext(ShopContext);
}

/** Where an example names a shop, and there is none. */
export const exampleDomain = 'your-shop';

/** Whether the screen at this path, below `/admin`, is of a shop. A developer needs none. */
export function needsShop(pathname: string): boolean {
  return !/^\/(?:account|developer)(?:\/|$)/.test(pathname);
}

export function ShopProvider({ shop, children }: { shop: Shop; children: ReactNode }): ReactNode {
  return <ShopContext value={shop}>{children}</ShopContext>;
}

/** The domain that the panel's host names: its first label (docs/contract.md §1). */
export function shopDomain(): string {
  return window.location.hostname.split('.')[0]!;
}

/** The shop of that domain; `null` where the person who is signed in is no member of it. */
export function useOwnShop() {
  const domain = shopDomain();
  return useQuery({
    queryKey: ['shop', domain],
    queryFn: async ({ signal }): Promise<Shop | null> => {
      const { data } = await authPage<ShopResource>('/api/shops', {
        query: { 'filter[domain]': domain },
        signal,
      });
      const found = data.find(({ attributes }) => attributes.domain === domain);
      if (!found) return null;
      const { id, attributes, meta } = found;
      const { time_zone, currency_code: currency } = meta!;
      return { id, domain, name: attributes.name, timeZone: knownZone(time_zone), currency };
    },
    staleTime: 300_000,
  });
}
