import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { authPage } from '../api/auth-api';
import type { Resource } from '../api/documents';
import { knownZone } from '../parts/zones';

export interface Shop {
  id: string;
  domain: string;
  name: string;
  /** Time zone in which the panel shows times and counts days. */
  timeZone: string;
  /** ISO 4217 code of the shop's default currency. */
  currency: string;
  contact: ShopContact;
  /** Path of the shop's logo on the panel's origin. null for a shop without a logo. */
  logoUrl: string | null;
  isFactorRequired: boolean;
  isApiSuspended: boolean;
}

export type ShopContact = {
  support_email: string | null;
  support_phone: string | null;
  address: string | null;
};

export type ShopResource = Resource<
  { domain: string; name: string; title: string; description: string },
  ShopContact & {
    time_zone: string;
    currency_code: string;
    logo_url: string | null;
    second_factor_required: boolean;
    api_suspended: boolean;
    version: number;
  }
>;

export function contactOf({ meta }: ShopResource): ShopContact {
  const { support_email, support_phone, address } = meta!;
  return { support_email, support_phone, address };
}

const ShopContext = createContext<Shop | undefined>(undefined);

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('This screen needs a shop.');
  return shop;
}

/** Returns the shop of this host. Returns undefined if the user is not a member of the shop. */
export function useShopIfAny(): Shop | undefined {
  return useContext(ShopContext);
}

/** Shop domain in examples on screens outside a shop. */
export const exampleDomain = 'your-shop';

/**
 * Returns true if the screen at a path below `/admin` requires a shop. Account and developer screens do not require a
 * shop.
 */
export function needsShop(pathname: string): boolean {
  return !/^\/(?:account|developer)(?:\/|$)/.test(pathname);
}

export function ShopProvider({ shop, children }: { shop: Shop; children: ReactNode }): ReactNode {
  return <ShopContext value={shop}>{children}</ShopContext>;
}

/** Returns the shop's domain, which is the first label of the host name (docs/contract.md §1). */
export function shopDomain(): string {
  return window.location.hostname.split('.')[0]!;
}

/** Loads the shop of this host. Returns null if the user is not a member of the shop. */
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
      const { time_zone, currency_code, logo_url, second_factor_required, api_suspended } = meta!;
      return {
        ...{ id, domain, name: attributes.name, timeZone: knownZone(time_zone), currency: currency_code },
        ...{ contact: contactOf(found), logoUrl: logo_url, isFactorRequired: second_factor_required },
        isApiSuspended: api_suspended,
      };
    },
    staleTime: 300_000,
  });
}
