import { insertRows } from '@storewright/database';
import type { JoinTable } from '@storewright/json-api';
import type { ReadContext } from '@storewright/tenancy';

export async function joinedIds(
  context: ReadContext,
  { table, joinColumn, inverseJoinColumn }: JoinTable,
  id: string,
): Promise<string[]> {
  const text = `SELECT ${inverseJoinColumn} AS id FROM ${table} WHERE shop_id = $1 AND ${joinColumn} = $2`;
  const rows = await context.query({ name: `${table}-of`, text, values: [context.shop.id, id] });
  return rows.map((row) => String(row['id']));
}

export async function join(
  context: ReadContext,
  { table, joinColumn, inverseJoinColumn }: JoinTable,
  id: string,
  ids: readonly string[],
): Promise<void> {
  await context.query(
    insertRows({
      name: `${table}-add`,
      table,
      same: { shop_id: context.shop.id, [joinColumn]: id },
      each: { [inverseJoinColumn]: { type: 'uuid', values: ids } },
    }),
  );
}

async function unjoin(
  context: ReadContext,
  { table, joinColumn, inverseJoinColumn }: JoinTable,
  id: string,
  ids: readonly string[],
): Promise<void> {
  const text = `DELETE FROM ${table} WHERE shop_id = $1 AND ${joinColumn} = $2 AND ${inverseJoinColumn} = ANY ($3::uuid[])`;
  await context.query({ name: `${table}-remove`, text, values: [context.shop.id, id, ids] });
}

export async function replaceJoined(
  context: ReadContext,
  table: JoinTable,
  id: string,
  next: readonly string[],
): Promise<boolean> {
  const before = await joinedIds(context, table, id);
  const gone = before.filter((each) => !next.includes(each));
  const added = next.filter((each) => !before.includes(each));
  if (gone.length > 0) await unjoin(context, table, id, gone);
  if (added.length > 0) await join(context, table, id, added);
  return gone.length + added.length > 0;
}
