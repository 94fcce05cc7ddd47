export * from './meta.module';
export * from './meta.resource';
