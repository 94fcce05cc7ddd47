export {
  anAccessToken,
  anApp,
  anOAuthToken,
  aShop,
  type TestApp,
  testKey,
  testPassword,
  testSecretsKey,
  type TestShop,
} from './builders';
export { formCluster, onEachNode } from './cluster-databases';
export { BuiltService } from './built-service';
export { freePort, freePorts } from './free-ports';
export { HttpClient, type Options, type Response } from './http-client';
export { Ledger, type Verdict, type WriteKind } from './ledger';
export { ownPasswords, OwnPostgres, type OwnPostgresOptions } from './own-postgres';
export { placesOf } from './places-of';
export { PostgresProxy } from './postgres-proxy';
export { schemaDrift } from './schema-drift';
export { ServiceProcess } from './service-process';
export { StandbyPostgres } from './standby-postgres';
export { directUrl, type TestDatabase, testDatabase } from './test-database';
export { TransactionPooler } from './transaction-pooler';
export { processorMs, until, WAIT_LIMIT_MS } from './until';
export { type Received, Receiver, type Reply } from './webhook-receiver';
export { Wire } from './wire';
export { refusedByCitus } from './refused-by-citus';
export { outsideOneShard } from './single-shard';
export { aPng, chunk } from './picture';
export { signatureOf, SignedBucketServer } from './signed-bucket-server';
export { type Plan, planNodes, planPages, PreparedPlans } from './prepared-plans';
export { cellsOf, isFormula, restored } from './spreadsheet';
