import { aCustomer, changed } from '@storewright/api-testing';
import { CatalogModule, Inventory, inventoryChanges } from '@storewright/catalog';
import { conformance as catalog } from '@storewright/catalog/testing';
import type { Conformance } from '@storewright/conformance';
import { codesSample } from '../codes/codes.sample';
import { customersSample } from '../customers/customers.sample';
import { orderStatisticsSample } from '../order-statistics/order-statistics.sample';
import { ordersSample } from '../orders/orders.sample';
import { fulfillmentsSample } from '../fulfillments/fulfillments.sample';
import { orderCommentsSample } from '../order-comments/order-comments.sample';
import { changesOfOrdersSample } from './changes-of-orders.sample';
import { transactionsSample } from '../transactions/transactions.sample';
import { SalesModule } from '../sales.module';

export const conformance: Conformance = {
  modules: [
    SalesModule.forRoot({ imports: [CatalogModule], inventory: Inventory, ofOrders: [inventoryChanges] }),
  ],
  samples: [
    customersSample,
    codesSample,
    ordersSample,
    orderStatisticsSample,
    transactionsSample,
    fulfillmentsSample,
    orderCommentsSample,
    changesOfOrdersSample,
  ],
  others: catalog.samples.filter(({ resource }) => resource !== inventoryChanges),
  tables: ['shop.order_numbers', 'shop.redactions', 'shop.search_terms'],
  fill: async ({ tenant: { http } }) => {
    const { id, path } = await aCustomer(http);
    await http.patch(path, changed('customers', id, { status: 'redacted' }));
  },
};
