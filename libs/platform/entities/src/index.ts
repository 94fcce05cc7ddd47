export { Attribute, attributeOf } from './attribute';
export {
  AccessToken,
  App,
  AppSecret,
  AuditEntry,
  delayStepsMs,
  Installation,
  KeyCheck,
  OAuthToken,
  OutboxEvent,
  RetentionRun,
  SecretGeneration,
  Shop,
  TestShop,
  WebhookSecret,
} from './auth';
export { BigInt, Bool, Bytea, Int, Json, Text, TextArray, Timestamp, Uuid, CollatedText } from './columns';
export { columnsOf, loadedEntities, tableOf } from './entity-columns';
export { type Language, languages } from './languages';
export {
  type BigIntText,
  type ColumnName,
  type ColumnValue,
  type ColumnValues,
  type EntityClass,
  type JsonText,
  parseJson,
  type Row,
} from './row';
export { IdentifiedRow, ShopRow, VersionedRow } from './shop-row';
export { tableKindOf } from './table-kind';
export { type Computed, defineResource, type EntityResource, resourceOf } from './define-resource';
export { belongsTo, belongsToMany, hasMany } from './relationships';
