export * from './builders';
export * from './http-client';
export * from './test-database';
