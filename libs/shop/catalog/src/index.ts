export { CatalogModule } from './catalog.module';
export { Inventory } from './inventory';
export { Product } from './products/product.entity';
export { ProductsRepository } from './products/products.repository';
export { products } from './products/products.resource';
export { Variant } from './variants/variant.entity';
export { VariantsRepository } from './variants/variants.repository';
export { variants } from './variants/variants.resource';
