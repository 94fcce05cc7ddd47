/**
 * Host names of the shop API. Each shop has the host `<domain>.<shopBaseDomain>`. On the central host, the
 * access token determines the shop.
 */
export interface Hosts {
  shopBaseDomain: string;
  centralHost: string;
  /**
   * Public URL of a shop's API without a trailing slash. `{shop}` is the placeholder for the shop's domain.
   */
  shopUrl: string;
}
export const HOSTS = Symbol('hosts');

/** Returns the public URL of a shop's API: `{base_url}` in docs/contract.md §1. */
export function baseUrlOf({ shopUrl }: Pick<Hosts, 'shopUrl'>, domain: string): string {
  return shopUrl.replace('{shop}', domain);
}
