import { productRows, variantRows } from '@storewright/catalog';
import { metaRows } from '@storewright/meta';
import type { ResourceRows } from '@storewright/resources';
import { codeRows, customerRows, OrderRows } from '@storewright/sales';

/** Orders take from the stock, which is the catalogue's: neither library knows the other. */
const orderRows = new OrderRows({ variants: variantRows, products: productRows });

/** The resources of a shop; each comes with its addresses, and with those of its relationships. A team adds its own here. */
export const resources: ResourceRows[] = [
  metaRows,
  productRows,
  variantRows,
  customerRows,
  codeRows,
  orderRows,
];
