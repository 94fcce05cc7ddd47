import type { Conformance } from '@storewright/conformance';
import { CatalogModule } from '../catalog.module';
import { productsSample } from '../products/products.sample';
import { variantsSample } from '../variants/variants.sample';

export const conformance: Conformance = {
  modules: [CatalogModule],
  samples: [productsSample, variantsSample],
  tables: ['shop.search_terms'],
};
