import { Module } from '@nestjs/common';
import { ResourcesModule } from '@storewright/resources';
import { Inventory } from './inventory';
import { ProductsRepository } from './products/products.repository';
import { VariantsRepository } from './variants/variants.repository';

@Module({
  imports: [ResourcesModule.forFeature([ProductsRepository, VariantsRepository])],
  providers: [Inventory],
  exports: [Inventory],
})
export class CatalogModule {}
