export { customerRows } from './customers/customers.rows';
export { customers } from './customers/customers.resource';
