export * from './create-catalog';
export * from './create-events';
export * from './create-idempotency-keys';
export * from './create-meta';
export * from './create-redactions';
export * from './create-sales';
export * from './create-webhooks';
export * from './default-versions';
