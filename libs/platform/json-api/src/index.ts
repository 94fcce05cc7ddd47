export {
  type Address,
  type Answer,
  created,
  document,
  type Included,
  many,
  nothing,
  one,
  type Render,
  withHeaders,
} from './answer';
export * from './api-error';
export * from './api-index';
export * from './atomic';
export * from './attribute-rules';
export * from './cursor';
export * from './error-codes';
export * from './error-document';
export * from './filter';
export * from './include';
export * from './input';
export * from './json-source';
export * from './linkage';
export * from './list-query';
export * from './media-type';
export * from './nest';
export * from './page';
export * from './query-string';
export * from './relationship';
export * from './relationship-answer';
export * from './resource';
export * from './text';
export * from './text-list';
