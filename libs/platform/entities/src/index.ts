export * from './attribute';
export * from './auth';
export * from './columns';
export * from './entity-columns';
export * from './row';
export * from './shop-row';
export * from './define-resource';
export * from './relationships';
