export * as install from './install';
export * as webhooks from './webhooks';
export { AtomicResults, Atomic, type LocalReference } from './atomic';
export * from './error-codes';
export * from './errors';
export { etagOf, type Versioned } from './etags';
export type { LogEnd, LogEvent, TailOptions } from './events';
export { Export, type ExportOptions } from './exports';
export type { Identifier } from './joined';
export { List, type Page } from './list';
export type { MetaCondition, MetaData, MetaObject } from './meta';
export type {
  CreateOptions,
  IfMatch,
  ListOptions,
  ResourceClient,
  ShowOptions,
  UpdateOptions,
} from './resource-client';
export type { RateLimit } from './rate-limit';
export { secretProof } from './secret-proof';
export type { Attributes, Changes, Filter, NewAttributes, Reference, Sort, TypeName } from './resource-types';
export type { Fields, IncludePath, Shown } from './shapes';
export { shown } from './shown';
export { Shop, type ShopOptions } from './shop';
export {
  type Answer,
  type ApiRequest,
  type Fetch,
  type FetchOptions,
  type RequestOptions,
  Transport,
  type TransportOptions,
} from './transport';
