import type { Conformance } from '@storewright/conformance';
import { metaLimits } from '../meta-data';
import { MetaModule } from '../meta.module';
import { metaSample } from '../meta.sample';

export { labShapes } from './lab/shapes';
export { fillShop } from './lab/shop-of-size';

export const conformance: Conformance = {
  modules: [MetaModule.forRoot(metaLimits)],
  samples: [metaSample],
  tables: ['shop.meta_entries', 'shop.meta_segments'],
  fill: async ({ database, tenant }) => {
    await database.query('INSERT INTO shop.meta_segments (shop_id, segment, from_id) VALUES ($1, 2, $2)', [
      tenant.shop.id,
      'ffffffff-ffff-7fff-bfff-ffffffffffff',
    ]);
  },
};
