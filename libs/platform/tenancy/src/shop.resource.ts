import { defineResource, Shop as StoredShop } from '@storewright/entities';

/**
 * Time zone of a shop, as a member of `meta`, because the API specification fixes the attributes of a shop.
 */
export const timeZoneOfShop = {
  kind: 'string',
  description: 'IANA time zone of the shop. It determines when a day starts.',
} as const;

export const currencyOfShop = {
  kind: 'string',
  description: 'ISO 4217 code of the default currency, for new prices without a currency.',
} as const;

export const contactOfShop = {
  support_email: {
    kind: 'string',
    isNullable: true,
    description: 'Email address that customers can contact. null if the shop has none.',
  },
  support_phone: {
    kind: 'string',
    isNullable: true,
    description: 'Phone number that customers can call. null if the shop has none.',
  },
  address: {
    kind: 'string',
    isNullable: true,
    description: 'Postal address of the shop, which can have several lines. null if the shop has none.',
  },
} as const;

export const logoOfShop = {
  kind: 'string',
  isNullable: true,
  description:
    'Path of the logo, a WebP image, below the address of the shop. A new logo has a new path. null if the shop ' +
    'has no logo.',
} as const;

/**
 * Returns the URL path of a shop's logo. The path contains the digest of the image, so browsers can cache the
 * logo forever.
 */
export const logoPath = (shop_id: string, digest: string): string => `/api/shops/${shop_id}/logo/${digest}`;

/**
 * The resource `shops` (docs/contract.md §7). The specification fixes the attributes of a shop, so `meta`
 * contains further values, such as the time zone and the logo.
 */
export const shops = defineResource(StoredShop, {
  type: 'shops',
  description: 'A shop, which is a tenant of the platform.',
  path: '/api/shops',
  meta: { time_zone: timeZoneOfShop, currency_code: currencyOfShop, ...contactOfShop, logo_url: logoOfShop },
  filters: { domain: {} },
  sortable: ['domain', 'name'],
});

export const contactColumns = ['support_email', 'support_phone', 'address'] as const;

export const shopColumns = [
  'id',
  'domain',
  'name',
  'title',
  'description',
  'time_zone',
  'currency_code',
  ...contactColumns,
  'logo_url',
] as const;
export type ShownShop = Pick<StoredShop, (typeof shopColumns)[number]>;
