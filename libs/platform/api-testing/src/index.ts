export * from './in-memory-transaction';
