export * from './message';
export * from './signature';
export * from './webhook-secret';
