export * from './migrate';
export * from './migrations';
export * from './roles';
export { startEpoch } from './start-epoch';
