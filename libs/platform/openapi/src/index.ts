export * from './openapi-document';
export * from './openapi.module';
export type { ApiDescription } from './route';
