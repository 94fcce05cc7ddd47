import { createParamDecorator } from '@nestjs/common';
import type { Shop as StoredShop } from '@storewright/entities';
import type { FastifyRequest } from 'fastify';

/** What the services need of a tenant. */
export const currentShopColumns = ['id', 'domain', 'status', 'time_zone', 'currency_code'] as const;

/** The author of a change: an installed app, an access token, or a person in the admin panel. */
export interface Actor {
  type: 'app' | 'access_token' | 'person';
  /** Id of the app, the token or the person. */
  id: string;
  /** Name at the time of the request. */
  name: string;
}

/** One tenant, as the services need it. */
export type Shop = Pick<StoredShop, (typeof currentShopColumns)[number]> & {
  /**
   * The installation or token that asks, if it is known: its transactions have a part of the shop's share of
   * the pool.
   */
  client?: string;
  /** The author of the request, if it has a token. */
  actor?: Actor;
};

export interface ShopRequest extends FastifyRequest {
  shop?: Shop;
}

/** The shop that the request is for: `@CurrentShop() shop: Shop`. Set on every route that needs a scope. */
export const CurrentShop = createParamDecorator((_: unknown, context): Shop => {
  const { shop } = context.switchToHttp().getRequest<ShopRequest>();
  if (!shop) throw new Error('the route has no shop: does it declare a scope?');
  return shop;
});
