export { codesRepository } from './codes/codes.repository';
export { codes } from './codes/codes.resource';
export { customersRepository } from './customers/customers.repository';
export { customers } from './customers/customers.resource';
export { OrdersRepository } from './orders/orders.repository';
export { orders } from './orders/orders.resource';
export type { Shelves } from './orders/shelves';
// For the demo store: rules that need no database.
export { contributionOf, paymentAmounts } from './orders/amounts';
export { redeem } from './orders/codes-of-order';
export { checkStates, momentOf, type OrderStates } from './orders/order-states';
export { type Picked, pickFrom } from './orders/picking';
export { type Redeemable, type Redemption, refusalOf } from './orders/redeeming';
export { fold } from './rules';
