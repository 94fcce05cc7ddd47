import { createParamDecorator } from '@nestjs/common';
import type { Shop as StoredShop } from '@storewright/entities';
import type { Actor } from '@storewright/events';
import type { FastifyRequest } from 'fastify';

export const currentShopColumns = ['id', 'domain', 'status', 'time_zone', 'currency_code'] as const;

export type Shop = Pick<StoredShop, (typeof currentShopColumns)[number]> & {
  /**
   * Id of the app installation or access token that sent the request, which determines the share of the
   * shop's database connections that the request can use.
   */
  client?: string;
  /** The app, access token or person that sent the request. undefined for a request without a token. */
  actor?: Actor;
  /** Kind of the background job that writes to the shop. undefined for an API request. */
  job?: 'import';
};

export interface ShopRequest extends FastifyRequest {
  shop?: Shop;
}

/**
 * Injects the shop of the request into a route handler: `@CurrentShop() shop: Shop`. Requires a route with a
 * scope.
 */
export const CurrentShop = createParamDecorator((_: unknown, context): Shop => {
  const { shop } = context.switchToHttp().getRequest<ShopRequest>();
  if (!shop) throw new Error('the route has no shop: does it declare a scope?');
  return shop;
});
