// Commands import this file dynamically after validating their options, because loading the database code is
// slow.
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
