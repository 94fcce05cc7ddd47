// Commands import this file only after they validated options and settings, because loading it takes most of
// a command's time.
export {
  deleteShop,
  distribute,
  exportShop,
  importShop,
  isolateShop,
  migrate,
  moveImages,
  moveShop,
  planDeletion,
  rebalance,
  rotateKeys,
  shopOfDomain,
  startEpoch,
  withConnections,
} from '@storewright/schema';
