import { Module } from '@nestjs/common';
import { ResourcesModule } from '@storewright/resources';
import { ImportJob } from './imports/import-job';
import { ImportRow } from './imports/import-row.entity';
import { ImportRows } from './imports/import-rows';
import { ImportRowsController } from './imports/import-rows.controller';
import { ImportSteps } from './imports/import-steps';
import { ImportUploads } from './imports/import-uploads';
import { Import } from './imports/import.entity';
import { ImportsController } from './imports/imports.controller';
import { ImportsRepository } from './imports/imports.repository';
import { Inventory } from './inventory';
import { ProductsRepository } from './products/products.repository';
import { VariantsRepository } from './variants/variants.repository';

@Module({
  imports: [
    ResourcesModule.forFeature([ProductsRepository, VariantsRepository], { tables: [Import, ImportRow] }),
  ],
  controllers: [ImportsController, ImportRowsController],
  providers: [Inventory, ImportsRepository, ImportUploads, ImportRows, ImportSteps, ImportJob],
  exports: [Inventory],
})
export class CatalogModule {}
