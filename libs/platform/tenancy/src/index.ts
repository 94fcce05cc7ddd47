export { AuthoredRow, authorOf } from './authored-row';
export { AUTH_CACHE_TTL_MS, type CacheCounts, type Clock, CLOCK, TtlCache } from './ttl-cache';
export { baseUrlOf, type Hosts, HOSTS } from './hosts';
export { type Actor } from '@storewright/events';
export { CurrentShop, currentShopColumns, type Shop, type ShopRequest } from './shop';
export {
  contactColumns,
  contactOfShop,
  currencyOfShop,
  logoOfShop,
  logoPath,
  shopColumns,
  shops,
  type ShownShop,
  timeZoneOfShop,
} from './shop.resource';
export { type Notice, type NoticeKind, noticeKinds, NoticeSink } from './notices';
export { ShopDirectory } from './shop-directory';
export { DatabaseShopRepository, type ShopRepository, type StatementRunner } from './shop-repository';
export {
  type Commit,
  type ReadContext,
  type ReadSource,
  type RowsOfShop,
  ShopRows,
  type ShopTransaction,
} from './shop-rows';
export {
  FreeValue,
  type InsertValues,
  type RowToLock,
  SqlValue,
  sqlValuesOf,
  transactionTime,
} from './sql-value';
