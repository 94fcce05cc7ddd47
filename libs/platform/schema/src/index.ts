export * from './migrate';
export * from './migrations';
export * from './roles';
export { startEpoch } from './start-epoch';
export * from './cluster';
export * from './cluster-functions';
export * from './distribute';
export * from './shards';
