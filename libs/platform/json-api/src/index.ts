export { isUuid } from '@storewright/text';
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
export {
  ApiError,
  ApiErrors,
  type ErrorFields,
  invalidAttribute,
  notFound,
  shown,
  Violations,
} from './api-error';
export { apiIndex, indexOperation } from './api-index';
export { locatedIn, type OperationResult, operationsDone } from './atomic';
export {
  described,
  IsAmount,
  IsBoolean,
  IsCurrencyCode,
  IsIn,
  IsIntBetween,
  IsNullable,
  IsOmittable,
  IsTagArray,
  IsTimestamp,
  IsTimeZoneName,
  Rule,
} from './validators';
export {
  countedFilters,
  type CountedSince,
  countedSpan,
  daysSince,
  intervalOf,
  readCountedSince,
  readSince,
  readUuid,
  spanForms,
  spanIds,
  weekAgo,
} from './counted-since';
export { withoutClientId } from './client-id';
export { type Cursors, cursorsOfProcess, SealedCursors } from './cursor';
export { dayAfter, dayAt, type Days, daysBetween, isTimeZone } from './days';
export { checkDeprecation, type Deprecation, deprecationHeaders } from './deprecation';
export { type ErrorCode, errorCodes } from './error-codes';
export { asApiError, errorCodesPage, errorDocument, requestIdPattern } from './error-document';
export {
  comparedOf,
  type Condition,
  escapeTag,
  type FilterKind,
  fits,
  MAX_INT32,
  MIN_INT32,
  operatorsOf,
} from './filter';
export { credentialsOf, mediaTypeOf } from './header-syntax';
export { includable, type Include, includedTypes, MAX_INCLUDE_DEPTH } from './include';
export {
  type AttributeCheck,
  type ChangeOptions,
  type CustomValidation,
  type ParsedResource,
  readChange,
  readChangedObject,
  readNew,
  readNewObject,
} from './input';
export { Description, inputDescriptionOf } from './input-description';
export { isGivenBack, withLostNumbersMarked } from './json-number';
export { elementsOf, memberOf } from './json-source';
export { lidKey, noSuch, readLinkage } from './linkage';
export {
  DEFAULT_PAGE_SIZE,
  type ListQuery,
  MAX_PAGE_SIZE,
  noObjectQuery,
  type ObjectQuery,
  parseListQuery,
  parseNoQuery,
  parseObjectQuery,
  sortFieldsOf,
} from './list-query';
export { atomicExtension, checkContentEncoding, collectionMediaType, mediaType } from './media-type';
export {
  Accepted,
  LastEventId,
  AcceptGuard,
  type AddressedDocument,
  addressOf,
  Changes,
  documentBody,
  DocumentIn,
  IfMatch,
  InExtension,
  JsonApiErrorFilter,
  ListParameters,
  Members,
  NewObject,
  NoQuery,
  ObjectParameters,
  pathOf,
  preconditionsOf,
  queryStringOf,
  RequestAddress,
  sendResponse,
  Serves,
} from './decorators';
export { IsArrayOf } from './nested-input';
export {
  type Answer,
  anyObjectSchema,
  describedResource,
  DescribesResource,
  Operation,
  type OperationOptions,
  operationOptions,
  resourceObjectSchema,
  timestampSchema,
} from './operation';
export { pageLinks } from './page';
export { writeQueryString } from './query-string';
export { isToMany, linkageColumns, linkedColumns, relationshipOf, resourcesByType } from './relationship';
export { linkageToMany, linkageToOne, nullDocument } from './relationship-response';
export { refuseOthers } from './repeated';
export { isObject, pointerBelow, readDocument, withoutAtMembers } from './request-document';
export { partsReadBy, type ReadPart, requestParameter, type RequestPart } from './request-parameter';
export {
  checkPreconditionHeaders,
  describeResource,
  etagOf,
  matchedByHeader,
  membersOf,
  nextOf,
  objectEtag,
  type Preconditions,
} from './resource';
export { DEFAULT_SEARCH_SIZE, MAX_SEARCH_SIZE, parseSearchQuery, type SearchQuery } from './search-query';
export { searchDocument, type TypeResult, typeStateSchema } from './search-response';
export { searchedColumns, searchedWord, type SearchTerm, tagTerm, termsOf } from './search-terms';
export { codePoints, isStorable, IsText } from './string';
export { checkNames, IsStringArray, type Vocabulary } from './string-array';
export { parseTimestamp } from './timestamp';
export type {
  Attached,
  AttributeDescription,
  ClassConstructor,
  ColumnKind,
  FilterDescription,
  JoinTable,
  JsonSchema,
  Linkage,
  OnDelete,
  Relationship,
  Resource,
  ResourceDeclaration,
  ResourcesByType,
  DocumentRow,
  ToMany,
  ToOne,
} from './types';
export { writableOf } from './writable';
