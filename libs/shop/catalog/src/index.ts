export { handleOf } from './products/handles';
export { productsRepository } from './products/products.repository';
export { products } from './products/products.resource';
export { variantsRepository } from './variants/variants.repository';
export { variants } from './variants/variants.resource';
