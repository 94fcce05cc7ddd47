/**
 * Hosts of the shops: `<domain>.<shopBaseDomain>`, and a central host on which the token determines the shop.
 */
export interface Hosts {
  shopBaseDomain: string;
  centralHost: string;
  /** Public URL of a shop's API without a trailing slash. `{shop}` stands for the domain. */
  shopUrl: string;
}
export const HOSTS = Symbol('hosts');

/** Returns the URL of a shop's API: `{base_url}` of docs/contract.md §1. */
export function baseUrlOf({ shopUrl }: Pick<Hosts, 'shopUrl'>, domain: string): string {
  return shopUrl.replace('{shop}', domain);
}
