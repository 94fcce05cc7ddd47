import {
  encodeCursor,
  type Include,
  type Included,
  isToMany,
  membersOf,
  nextOf,
  type ObjectQuery,
  type Resource,
  type Row,
  type ToMany,
  type ToOne,
  writeQueryString,
} from '@storewright/json-api';
import type { ReadContext, ResourceRows } from './resource-rows';

/** Members of a to-many relationship that are read along with one object; `links.next` of the relationship leads to the rest. */
export const mostReadAlong = 100;

export type RowsByType = ReadonlyMap<string, ResourceRows>;

/**
 * Reads what `include` names: one statement for each relationship, however many objects there are. Objects are the same wherever they are met, so that each
 * is in the document once (JSON:API "Compound Documents"), and the relationships that were followed show their members.
 */
export async function readAlong(
  all: RowsByType,
  context: ReadContext,
  primary: { resource: Resource; rows: readonly Row[] },
  { includes = [] }: ObjectQuery,
): Promise<Included> {
  if (includes.length === 0) return [];
  const met = new Met(primary.resource, primary.rows);
  await follow(all, context, { resource: primary.resource, rows: primary.rows, includes }, met);
  return met.included;
}

interface Level {
  resource: Resource;
  rows: readonly Row[];
  includes: readonly Include[];
}

async function follow(all: RowsByType, context: ReadContext, level: Level, met: Met): Promise<void> {
  for (const include of level.includes) {
    const { relationship, target, includes } = include;
    const served = all.get(target.type)!;
    const rows = isToMany(relationship)
      ? await readMembers(served, context, { ...level, include, relationship }, met)
      : await readOnes(served, context, level.rows, relationship, met);
    if (rows.length > 0 && includes.length > 0)
      await follow(all, context, { resource: target, rows, includes }, met);
  }
}

async function readOnes(
  served: ResourceRows,
  context: ReadContext,
  rows: readonly Row[],
  { column }: ToOne,
  met: Met,
): Promise<Row[]> {
  const ids = [
    ...new Set(rows.map((row) => row[column]).filter((id): id is string => typeof id === 'string')),
  ];
  const { resource } = served;
  const unknown = ids.filter((id) => !met.find(resource, id));
  if (unknown.length > 0) for (const row of await served.byIds(context, unknown)) met.add(resource, row);
  return ids.map((id) => met.find(resource, id)).filter((row) => row !== undefined);
}

async function readMembers(
  served: ResourceRows,
  context: ReadContext,
  { resource, rows, include, relationship }: Level & { include: Include; relationship: ToMany },
  met: Met,
): Promise<Row[]> {
  const ids = rows.map((row) => String(row['id']));
  if (ids.length === 0) return [];
  const most = mostReadAlong + 1;
  const read = await served.members!(context, { many: relationship.many, ids, limit: most });
  const byOwner = new Map<unknown, Row[]>(ids.map((id): [string, Row[]] => [id, []]));
  for (const row of read) byOwner.get(row['of'])!.push(row);
  return rows.flatMap((owner) => {
    const members = byOwner.get(owner['id'])!;
    const shown = members.slice(0, mostReadAlong);
    const identifiers = shown.map(({ id }) => ({ type: served.resource.type, id }));
    owner[membersOf(include.name)] = JSON.stringify(identifiers);
    if (members.length > shown.length)
      owner[nextOf(include.name)] = nextPath(resource, owner, include.name, shown.at(-1)!);
    return shown.map((row) => met.add(served.resource, row));
  });
}

/** The page of the relationship behind the last member that is shown. */
function nextPath(resource: Resource, owner: Row, name: string, last: Row): string {
  const cursor = encodeCursor([{ column: 'id', descending: false }], [String(last['id'])]);
  const query = writeQueryString([
    ['page[size]', String(mostReadAlong)],
    ['page[after]', cursor],
  ]);
  return `${resource.pathOf(owner)}/relationships/${name}${query}`;
}

/** Every object of the document by type and id: the primary data, and what is read along. */
class Met {
  private readonly rows = new Map<string, Row>();
  readonly included: { resource: Resource; row: Row }[] = [];

  constructor(resource: Resource, primary: readonly Row[]) {
    for (const row of primary) this.rows.set(keyOf(resource, String(row['id'])), row);
  }

  find(resource: Resource, id: string): Row | undefined {
    return this.rows.get(keyOf(resource, id));
  }

  /** The row under which the object is known. */
  add(resource: Resource, row: Row): Row {
    const key = keyOf(resource, String(row['id']));
    const known = this.rows.get(key);
    if (known) return known;
    this.rows.set(key, row);
    this.included.push({ resource, row });
    return row;
  }
}

const keyOf = ({ type }: Resource, id: string) => `${type} ${id}`;
