export {
  BigInt,
  type BigIntText,
  Bool,
  Bytea,
  CollatedText,
  type ColumnName,
  columnsOf,
  type ColumnValue,
  type ColumnValues,
  type EntityClass,
  IdentifiedRow,
  Int,
  Json,
  type JsonText,
  loadedEntities,
  parseJson,
  type Row,
  ShopRow,
  tableKindOf,
  tableOf,
  Text,
  TextArray,
  Timestamp,
  Uuid,
  VersionedRow,
} from '@storewright/rows';
export { Attribute, attributeOf } from './attribute';
export {
  AccessToken,
  App,
  AppSecret,
  AuditEntry,
  delayStepsMs,
  Installation,
  OAuthToken,
  OutboxEvent,
  RetentionRun,
  SecretGeneration,
  Shop,
  TestShop,
  WebhookSecret,
} from './auth';
export { type Language, languages } from './languages';
export {
  type Computed,
  defineResource,
  type EntityResource,
  type EmittingResource,
  resourceOf,
} from './define-resource';
export { addInverses, inversesOf } from './inverse-relationships';
export { belongsTo, belongsToMany, hasMany } from './relationships';
