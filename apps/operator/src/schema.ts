// What takes most of a command's time is to load this: a command imports it once its options and settings are right.
export {
  deleteShop,
  distribute,
  exportShop,
  importShop,
  isolateShop,
  migrate,
  moveShop,
  planDeletion,
  rebalance,
  rotateKeys,
  shopOfDomain,
  startEpoch,
} from '@storewright/schema';
