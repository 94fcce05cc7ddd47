export { OWN_SHOPS, OwnShops } from './own-shops';
export { OwnShopsModule } from './own-shops.module';
export { SHOP_URL } from './test-shops/test-shops';
export { problemOfTimeZone } from './time-zones';
