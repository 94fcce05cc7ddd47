export {
  type Address,
  collectionDocument,
  created,
  document,
  type IncludedResources,
  noContent,
  type Render,
  type RenderedResponse,
  resourceDocument,
  withBodyEtag,
  withHeaders,
} from './response';
export * from './api-error';
export * from './api-index';
export * from './atomic';
export * from './validators';
export * from './counted-since';
export { withoutClientId } from './client-id';
export * from './cursor';
export * from './days';
export * from './deprecation';
export * from './error-codes';
export * from './error-document';
export * from './filter';
export * from './header-syntax';
export * from './include';
export * from './input';
export * from './input-description';
export * from './json-number';
export * from './json-source';
export * from './linkage';
export * from './list-query';
export * from './media-type';
export * from './decorators';
export { IsArrayOf } from './nested-input';
export * from './operation';
export * from './page';
export * from './query-string';
export * from './relationship';
export * from './relationship-response';
export * from './repeated';
export {
  isObject,
  malformed,
  pointerBelow,
  readDocument,
  type RequestDocument,
  withoutAtMembers,
} from './request-document';
export * from './request-parameter';
export * from './resource';
export * from './search-terms';
export * from './string';
export * from './string-array';
export * from './timestamp';
export * from './types';
export * from './writable';
