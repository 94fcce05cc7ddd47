export { codeRows } from './codes/codes.rows';
export { codes } from './codes/codes.resource';
export { customerRows } from './customers/customers.rows';
export { customers } from './customers/customers.resource';
export { OrderRows } from './orders/orders.rows';
export { orders } from './orders/orders.resource';
export type { Shelves } from './orders/shelves';
// For the demo store: rules that need no database.
export { contributionOf, paymentAmounts } from './orders/amounts';
export { redeem } from './orders/codes-of-order';
export { checkStates, momentOf, type OrderStates } from './orders/order-states';
export { type Picked, pickFrom } from './orders/picking';
export { type Redeemable, type Redemption, refusalOf } from './orders/redeeming';
export { fold } from './rules';
