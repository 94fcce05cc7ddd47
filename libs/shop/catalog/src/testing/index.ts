import type { Conformance } from '@storewright/conformance';
import { CatalogModule } from '../catalog.module';
import { imageFilesSample } from '../image-files/image-files.sample';
import { anImport, importsSample } from '../imports/imports.sample';
import { inventoryChangesSample } from '../inventory-changes/inventory-changes.sample';
import { productImagesSample } from '../product-images/product-images.sample';
import { productsSample } from '../products/products.sample';
import { variantsSample } from '../variants/variants.sample';

export const conformance: Conformance = {
  modules: [CatalogModule],
  samples: [
    ...[productsSample, variantsSample, productImagesSample, imageFilesSample, importsSample],
    inventoryChangesSample,
  ],
  tables: [
    ...['shop.image_files', 'shop.image_contents', 'shop.search_terms'],
    ...['shop.imports', 'shop.import_rows', 'shop.inventory_changes'],
  ],
  fill: async (context) => void (await anImport(context)),
};
