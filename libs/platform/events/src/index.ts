export * from './audience';
export * from './auth-outbox';
export * from './event-log';
export * from './outbox';
export * from './retention';
export * from './sequence';
export * from './waking';
