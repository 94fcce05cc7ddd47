// Loading this file takes most of a command's time, so commands import it only after they validated options
// and settings.
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
