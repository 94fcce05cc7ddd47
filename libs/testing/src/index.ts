export * from './builders';
export * from './http-client';
export * from './own-postgres';
export * from './test-database';
export * from './until';
