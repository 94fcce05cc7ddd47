export {
  BigInt,
  Bool,
  Bytea,
  CollatedText,
  Int,
  IntArray,
  Json,
  Text,
  TextArray,
  UuidArray,
  Timestamp,
  Uuid,
} from './columns';
export { columnsOf, loadedEntities, tableOf } from './entity-columns';
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
