export * from './builders';
export * from './built-service';
export * from './http-client';
export * from './own-postgres';
export * from './schema-drift';
export * from './test-database';
export * from './until';
export * from './webhook-receiver';
