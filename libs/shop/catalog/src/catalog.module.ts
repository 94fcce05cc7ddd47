import { Module } from '@nestjs/common';
import { type Bucket, IMAGE_BUCKET, ImageUploads } from '@storewright/images';
import { relationshipControllers, ResourcesModule } from '@storewright/resources';
import { ImportJob } from './imports/import-job';
import { ImportRow } from './imports/import-row.entity';
import { ImportRows } from './imports/import-rows';
import { ImportRowsController } from './imports/import-rows.controller';
import { ImportSteps } from './imports/import-steps';
import { ImportUploads } from './imports/import-uploads';
import { Import } from './imports/import.entity';
import { ImportsController } from './imports/imports.controller';
import { ImportsRepository } from './imports/imports.repository';
import { BucketImageStore } from './image-files/bucket-image-store';
import { ImageCleanup } from './image-files/image-cleanup';
import { ImageContent } from './image-files/image-content.entity';
import { ImageFile } from './image-files/image-file.entity';
import { ImageFiles } from './image-files/image-files';
import { ImageFilesController } from './image-files/image-files.controller';
import { ImageStore } from './image-files/image-store';
import { PostgresImageStore } from './image-files/postgres-image-store';
import { Inventory } from './inventory';
import { InventoryChange } from './inventory-changes/inventory-change.entity';
import { InventoryChangesController } from './inventory-changes/inventory-changes.controller';
import { inventoryChanges } from './inventory-changes/inventory-changes.resource';
import { ProductImagesRepository } from './product-images/product-images.repository';
import { ProductsRepository } from './products/products.repository';
import { VariantsRepository } from './variants/variants.repository';

@Module({
  providers: [
    ImageUploads,
    ImageFiles,
    ImageCleanup,
    {
      provide: ImageStore,
      inject: [{ token: IMAGE_BUCKET, optional: true }],
      useFactory: (bucket?: Bucket) => (bucket ? new BucketImageStore(bucket) : new PostgresImageStore()),
    },
  ],
  controllers: [ImageFilesController],
  exports: [ImageFiles, ImageCleanup],
})
class ImageFilesModule {}

@Module({
  imports: [
    ImageFilesModule,
    ResourcesModule.forFeature([ProductsRepository, VariantsRepository, ProductImagesRepository], {
      imports: [ImageFilesModule],
      tables: [ImageFile, ImageContent, Import, ImportRow, InventoryChange],
    }),
  ],
  controllers: [
    ...[ImportsController, ImportRowsController, InventoryChangesController],
    // The sales library serves the relationship from an inventory change to its order, because sales owns
    // orders.
    ...relationshipControllers({ resource: inventoryChanges }, ['variant']),
  ],
  providers: [Inventory, ImportsRepository, ImportUploads, ImportRows, ImportSteps, ImportJob],
  exports: [Inventory, ImageFilesModule],
})
export class CatalogModule {}
