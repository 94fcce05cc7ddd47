import { productsRepository, variantsRepository } from '@storewright/catalog';
import { metaRepository } from '@storewright/meta';
import type { ResourceRepository } from '@storewright/resources';
import { codesRepository, customersRepository, OrdersRepository } from '@storewright/sales';

/** Orders take from the stock, which is the catalogue's: neither library knows the other. */
const ordersRepository = new OrdersRepository({ variants: variantsRepository, products: productsRepository });

/** The resources of a shop; each comes with its addresses, and with those of its relationships. A team adds its own here. */
export const resources: ResourceRepository[] = [
  metaRepository,
  productsRepository,
  variantsRepository,
  customersRepository,
  codesRepository,
  ordersRepository,
];
