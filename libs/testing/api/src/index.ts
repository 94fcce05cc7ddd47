export { anApi, apiOfSpecs, type ApiModules, aTenant, startApi, type Tenant, type TestApi } from './api';
export { CheckedClient, holdToRules } from './checked-client';
export { DocumentedAnswers } from './documented-answers';
export { DocumentedClient } from './documented-client';
export { eventsOf, type WrittenEvent } from './events';
export type { Exchange } from './exchange';
export { executedFiles } from './executed-files';
export { whileRowsAreHeld } from './held-rows';
export { inMemoryTransaction } from './in-memory-transaction';
export { KeepAliveConnection } from './keep-alive';
export {
  aMeta,
  aResourceType,
  changedMeta,
  codesOf,
  idsOf,
  type MetaObject,
  newMeta,
  pathOf,
  query,
} from './meta-objects';
export { testOpenapi } from './openapi';
export { bytesOf, type RawRequest, sendRaw } from './raw-socket';
export { ofRelationships } from './requirements';
export { rules } from './rules';
export { testSchemaReadiness } from './schema-readiness';
export {
  aCode,
  aCustomer,
  aGift,
  anImageFile,
  anOrder,
  aProduct,
  aVariant,
  changed,
  forSale,
  identifier,
  identifiers,
  linesOf,
  type Made,
  made,
  newCode,
  newCustomer,
  newOrder,
  newProduct,
  newVariant,
} from './store-objects';
export {
  aDelivery,
  aListener,
  aNumberedEvent,
  aStream,
  installationOf,
  type Listener,
  listens,
  ownScopes,
} from './webhooks';
export { type WorkerDatabases, workerDatabases } from './worker-databases';
export { countersWithoutSeries, labelValues } from './counters';
