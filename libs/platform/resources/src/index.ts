export * from './resource-rows';
export * from './resources.module';
export * from './states';
export * from './table-rows';
