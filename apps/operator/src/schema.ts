// Commands import this file only after they validated options and settings, because loading it takes most of
// a command's time.
export {
  deleteShop,
  distribute,
  drainNode,
  exportShop,
  importShop,
  isolateShop,
  listMoves,
  migrate,
  moveImages,
  moveShop,
  planDeletion,
  rebalance,
  rotateKeys,
  shopOfDomain,
  shopsByNode,
  startEpoch,
  stopMoves,
  withConnections,
} from '@storewright/schema';
