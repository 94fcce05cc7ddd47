import type { Statement } from '@storewright/database';

/** What every statement that answers gives back; the names are the document's. */
export const columns = 'id, resource_type, resource_id, data, version, created_at, updated_at';

export function findStatement(shopId: string, id: string): Statement {
  return {
    name: 'meta-find',
    text: `SELECT ${columns} FROM shop.meta WHERE shop_id = $1 AND id = $2`,
    values: [shopId, id],
  };
}

/** The same, locked until the transaction ends. */
export function lockStatement(shopId: string, id: string): Statement {
  return {
    name: 'meta-lock',
    text: `SELECT ${columns} FROM shop.meta WHERE shop_id = $1 AND id = $2 FOR UPDATE`,
    values: [shopId, id],
  };
}

export interface NewMeta {
  id: string;
  resource_type: string;
  resource_id: string;
  /** `data` as JSON text. */
  data: string;
  /** Its entries in the search table. */
  tokens: Buffer[];
}

/** The object and its search entries, in one statement: both or neither. */
export function insertStatement(
  shopId: string,
  { id, resource_type, resource_id, data, tokens }: NewMeta,
): Statement {
  return {
    name: 'meta-insert',
    text: `
      WITH created AS (
        INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, version, created_at, updated_at)
        SELECT $1, $2, $3, $4, $5, 1, now(), now()
        RETURNING ${columns}
      ), entries AS (
        INSERT INTO shop.meta_entries (shop_id, tok, meta_id) SELECT $1, tok, $2 FROM unnest($6::bytea[]) AS tok
      )
      SELECT * FROM created`,
    values: [shopId, id, resource_type, resource_id, data, tokens],
  };
}

/** Only the search entries that changed are written. The row is locked already. */
export function updateStatement(
  shopId: string,
  id: string,
  data: string,
  gone: Buffer[],
  added: Buffer[],
): Statement {
  return {
    name: 'meta-update',
    text: `
      WITH removed AS (
        DELETE FROM shop.meta_entries WHERE shop_id = $1 AND meta_id = $2 AND tok = ANY ($4::bytea[])
      ), entries AS (
        INSERT INTO shop.meta_entries (shop_id, tok, meta_id) SELECT $1, tok, $2 FROM unnest($5::bytea[]) AS tok
      )
      UPDATE shop.meta SET data = $3, version = version + 1, updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
      WHERE shop_id = $1 AND id = $2
      RETURNING ${columns}`,
    values: [shopId, id, data, gone, added],
  };
}

/** The row is locked already; its search entries go with it. */
export function deleteStatement(shopId: string, id: string, tokens: Buffer[]): Statement {
  return {
    name: 'meta-delete',
    text: `
      WITH entries AS (
        DELETE FROM shop.meta_entries WHERE shop_id = $1 AND meta_id = $2 AND tok = ANY ($3::bytea[])
      )
      DELETE FROM shop.meta WHERE shop_id = $1 AND id = $2`,
    values: [shopId, id, tokens],
  };
}
