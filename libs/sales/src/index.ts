export { codeRows } from './codes/codes.rows';
export { codes } from './codes/codes.resource';
export { customerRows } from './customers/customers.rows';
export { customers } from './customers/customers.resource';
export { OrderRows } from './orders/orders.rows';
export { orders } from './orders/orders.resource';
export type { Shelves } from './orders/shelves';
