export { OWN_SHOPS, OwnShops, holdPerson } from './own-shops';
export { ShopsController } from './shops.controller';
export { SHOP_URL, TestShops } from './test-shops/test-shops';
export { TestShopsController } from './test-shops/test-shops.controller';
export { problemOfTimeZone } from './time-zones';
