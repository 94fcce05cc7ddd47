import { createParamDecorator } from '@nestjs/common';
import type { Shop as StoredShop } from '@storewright/entities';
import type { Actor } from '@storewright/events';
import type { FastifyRequest } from 'fastify';

/** Columns of a shop that every request of the services needs. */
export const currentShopColumns = ['id', 'domain', 'status', 'time_zone', 'currency_code'] as const;

/** A shop with the columns that every request needs. */
export type Shop = Pick<StoredShop, (typeof currentShopColumns)[number]> & {
  /**
   * The installation or token of the request, if it is known. Its transactions use a part of the shop's share
   * of the connection pool.
   */
  client?: string;
  /** The author of the request, if it has a token. */
  actor?: Actor;
  /** The job that writes on behalf of the author. undefined for a request. */
  job?: 'import';
};

export interface ShopRequest extends FastifyRequest {
  shop?: Shop;
}

/**
 * Injects the shop of the request: `@CurrentShop() shop: Shop`. The shop is set on every route that requires
 * a scope.
 */
export const CurrentShop = createParamDecorator((_: unknown, context): Shop => {
  const { shop } = context.switchToHttp().getRequest<ShopRequest>();
  if (!shop) throw new Error('the route has no shop: does it declare a scope?');
  return shop;
});
