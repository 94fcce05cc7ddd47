export * from './scope-registry';
export * from './events';
