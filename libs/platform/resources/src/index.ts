export * from './resource-repository';
export * from './resources.module';
export * from './states';
export * from './table-repository';
