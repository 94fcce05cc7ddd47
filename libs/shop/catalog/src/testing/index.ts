import type { Conformance } from '@storewright/conformance';
import { CatalogModule } from '../catalog.module';
import { anImport, importsSample } from '../imports/imports.sample';
import { productsSample } from '../products/products.sample';
import { variantsSample } from '../variants/variants.sample';

export const conformance: Conformance = {
  modules: [CatalogModule],
  samples: [productsSample, variantsSample, importsSample],
  tables: ['shop.search_terms', 'shop.imports', 'shop.import_rows'],
  fill: async (context) => void (await anImport(context)),
};
