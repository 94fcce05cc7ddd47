export { openapiDocumentOf } from './openapi-document';
export { OpenapiModule } from './openapi.module';
export type { ApiDescription } from './route';
export { storeDeclarations } from './stored-declarations';
