import {
  type Cursors,
  type Include,
  type IncludedResources,
  isToMany,
  membersOf,
  nextOf,
  type ObjectQuery,
  type Resource,
  type DocumentRow,
  type SealedCursors,
  type ToMany,
  type ToOne,
  writeQueryString,
} from '@storewright/json-api';
import type { ReadContext } from '@storewright/tenancy';
import type { ResourceRegistry } from './resource-registry';
import type { ResourceRepository } from './resource-repository';

/**
 * Maximum number of included members per to-many relationship of an object. `links.next` of the relationship
 * refers to further members.
 */
export const MAX_INCLUDED_MEMBERS = 100;

/**
 * Reads the objects for `included` with one statement per relationship. Each object appears once (JSON:API
 * "Compound Documents"), in the order of the first reference, so that equal requests get byte-equal
 * responses.
 */
export async function readIncluded(
  registry: ResourceRegistry,
  context: ReadContext,
  primary: { resource: Resource; rows: readonly DocumentRow[] },
  { includes = [] }: ObjectQuery,
): Promise<IncludedResources> {
  if (includes.length === 0) return [];
  const objects = new IncludedObjects(primary.resource, primary.rows);
  await follow(registry, context, { resource: primary.resource, rows: primary.rows, includes }, objects);
  return objects.included;
}

interface Level {
  resource: Resource;
  rows: readonly DocumentRow[];
  includes: readonly Include[];
}

type ToManyLevel = Level & { include: Include; relationship: ToMany; cursors: SealedCursors };

async function follow(
  registry: ResourceRegistry,
  context: ReadContext,
  level: Level,
  objects: IncludedObjects,
): Promise<void> {
  for (const include of level.includes) {
    const { relationship, target, includes } = include;
    const repository = registry.get(target.type);
    const rows = isToMany(relationship)
      ? await readToMany(
          repository,
          context,
          { ...level, include, relationship, cursors: registry.cursors },
          objects,
        )
      : await readToOne(repository, context, level.rows, relationship, objects);
    if (rows.length > 0 && includes.length > 0)
      await follow(registry, context, { resource: target, rows, includes }, objects);
  }
}

async function readToOne(
  repository: ResourceRepository,
  context: ReadContext,
  rows: readonly DocumentRow[],
  { column }: ToOne,
  objects: IncludedObjects,
): Promise<DocumentRow[]> {
  const ids = [
    ...new Set(rows.map((row) => row[column]).filter((id): id is string => typeof id === 'string')),
  ];
  const { resource } = repository;
  const unknown = ids.filter((id) => !objects.find(resource, id));
  if (unknown.length > 0) {
    const read = new Map((await repository.findByIds(context, unknown)).map((row) => [row['id'], row]));
    for (const row of unknown.map((id) => read.get(id))) if (row) objects.add(resource, row);
  }
  return ids.map((id) => objects.find(resource, id)).filter((row) => row !== undefined);
}

async function readToMany(
  repository: ResourceRepository,
  context: ReadContext,
  { resource, rows, include, relationship, cursors }: ToManyLevel,
  objects: IncludedObjects,
): Promise<DocumentRow[]> {
  const ids = rows.map((row) => String(row['id']));
  if (ids.length === 0) return [];
  const most = MAX_INCLUDED_MEMBERS + 1;
  const read = await repository.findRelated(context, { many: relationship.many, ids, limit: most });
  const byOwner = new Map<unknown, DocumentRow[]>(ids.map((id): [string, DocumentRow[]] => [id, []]));
  for (const row of read) byOwner.get(row['of'])!.push(row);
  return rows.flatMap((owner) => {
    const members = byOwner.get(owner['id'])!;
    const shown = members.slice(0, MAX_INCLUDED_MEMBERS);
    const identifiers = shown.map(({ id }) => ({ type: repository.resource.type, id }));
    owner[membersOf(include.name)] = JSON.stringify(identifiers);
    if (members.length > shown.length && !('attachedTo' in relationship.many)) {
      const list = `${resource.pathOf(owner)}/relationships/${include.name}`;
      owner[nextOf(include.name)] = nextPath(list, cursors.of(context.shop.id, list), shown.at(-1)!);
    }
    return shown.map((row) => objects.add(repository.resource, row));
  });
}

function nextPath(list: string, cursors: Cursors, last: DocumentRow): string {
  const cursor = cursors.encode([{ column: 'id', descending: false }], [String(last['id'])]);
  const query = writeQueryString([
    ['page[size]', String(MAX_INCLUDED_MEMBERS)],
    ['page[after]', cursor],
  ]);
  return list + query;
}

class IncludedObjects {
  private readonly rows = new Map<string, DocumentRow>();
  readonly included: { resource: Resource; row: DocumentRow }[] = [];

  constructor(resource: Resource, primary: readonly DocumentRow[]) {
    for (const row of primary) this.rows.set(keyOf(resource, String(row['id'])), row);
  }

  find(resource: Resource, id: string): DocumentRow | undefined {
    return this.rows.get(keyOf(resource, id));
  }

  /**
   * Adds a row to the included objects. If the document already contains the object, returns the existing
   * row.
   */
  add(resource: Resource, row: DocumentRow): DocumentRow {
    const key = keyOf(resource, String(row['id']));
    const known = this.rows.get(key);
    if (known) return known;
    this.rows.set(key, row);
    this.included.push({ resource, row });
    return row;
  }
}

const keyOf = ({ type }: Resource, id: string) => `${type} ${id}`;
