import { Injectable, Logger } from '@nestjs/common';
import {
  cursorsOfProcess,
  type ListQuery,
  type Resource,
  type SearchQuery,
  type TypeResult,
} from '@storewright/json-api';
import type { ReadContext } from '@storewright/tenancy';
import { ResourceRegistry } from '../resource-registry';
import { byDeadline } from './deadline';

/**
 * Time in milliseconds after which the search response omits a resource type. Later, the statement timeout of
 * the database cancels its query.
 */
const TYPE_TIMEOUT_MS = 1_500;

/**
 * Searches several resource types concurrently. A type whose search fails or is slow does not affect the
 * results of the other types.
 */
@Injectable()
export class Search {
  private readonly log = new Logger('search');

  constructor(private readonly registry: ResourceRegistry) {}

  /** Searches the resource types that `canList` accepts. If every search fails, throws the first error. */
  async run(
    context: ReadContext,
    query: SearchQuery,
    types: readonly string[],
    canList: (type: string) => boolean,
  ): Promise<TypeResult[]> {
    const searched = this.registry.searched.filter(
      ({ resource: { type } }) => types.includes(type) && canList(type),
    );
    const settled = await Promise.allSettled(
      searched.map((repository) =>
        byDeadline(repository.page(context, listQuery(query, repository.resource, canList)), TYPE_TIMEOUT_MS),
      ),
    );
    const results = searched.map(({ resource }, at): TypeResult => {
      const each = settled[at]!;
      if (each.status === 'fulfilled') return { resource, page: each.value };
      this.log.warn({ msg: 'the search of a type failed', type: resource.type, err: each.reason as unknown });
      return { resource };
    });
    const [first] = settled;
    if (first?.status === 'rejected' && results.every(({ page }) => !page)) throw first.reason;
    return results;
  }
}

export function relatedTypes({ search, relationships }: Resource): string[] {
  return (search?.through ?? []).map((name) => relationships[name]!.type);
}

function listQuery(
  { words, size, fields }: SearchQuery,
  resource: Resource,
  canList: (type: string) => boolean,
): ListQuery {
  const only = fields.get(resource.type);
  return {
    ...{ words, size, total: false, included: false, filters: {}, conditions: [] },
    order: [{ column: 'id', descending: true }],
    unreadTypes: new Set(relatedTypes(resource).filter((each) => !canList(each))),
    ...(only && { fields: only }),
    parameters: new Map(),
    cursors: cursorsOfProcess,
  };
}
