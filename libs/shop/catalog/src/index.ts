export { handleOf } from './products/handles';
export { productRows } from './products/products.rows';
export { products } from './products/products.resource';
export { variantRows } from './variants/variants.rows';
export { variants } from './variants/variants.resource';
