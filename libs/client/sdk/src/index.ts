export * as erasures from './erasures';
export * as install from './install';
export * as webhooks from './webhooks';
export { ApprovalPendingError } from './approval';
export { Atomic, AtomicResults, type LocalReference } from './atomic';
export type { AppCredentials } from './app-credentials';
export type { ErrorCode, ErrorMeta } from './error-codes';
export {
  type Answered,
  ApiError,
  type ApiErrorObject,
  type Asked,
  ConnectionError,
  isApiError,
  NewEpochError,
  RequestError,
  ResponseTooLargeError,
  StorewrightError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors';
export { etagOf, type Versioned } from './etags';
export type { StreamOptions } from './event-stream';
export type { TailOptions } from './events';
export type { LogEnd, LogEvent } from './log-event';
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
export type { SearchedType, SearchOptions, SearchResult, SearchState } from './search';
export type { Contract, ContractRecorder } from './recorder';
export type { Recording } from './recording';
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
