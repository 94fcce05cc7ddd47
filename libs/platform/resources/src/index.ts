export * from './include-authorization';
export * from './includes';
export * from './request-body';
export * from './resource-queries';
export * from './resource-registry';
export * from './resource-repository';
export * from './resources.module';
export * from './states';
export type { UniqueColumns } from './unique-constraint';
