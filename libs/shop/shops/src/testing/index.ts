import type { Conformance } from '@storewright/conformance';
import { shops } from '@storewright/tenancy';
import { ShopsModule } from '../shops.module';

export const conformance: Conformance = {
  modules: [ShopsModule],
  samples: [
    {
      resource: shops,
      routes: ['GET /api/shops', 'GET /api/shops/:id'],
      request: ({ method, path }, { tenant }) => ({ method, path: path.replace(':id', tenant.shop.id) }),
    },
  ],
};
