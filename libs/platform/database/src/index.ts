export * from './channel-listener';
export * from './context';
export * from './database';
export * from './database.module';
export { isUniqueViolation, isUnavailable, sqlState } from './database-errors';
export { mergeJoins, type Statement } from './pipelined-connections';
export * from './keyset';
export * from './row-format';
