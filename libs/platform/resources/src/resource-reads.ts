import { Inject, type OnModuleInit } from '@nestjs/common';
import type { VersionedRow } from '@storewright/entities';
import {
  isToMany,
  isUuid,
  type JoinTable,
  type ListQuery,
  notFound,
  type Resource,
  type DocumentRow,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { ReadContext } from '@storewright/tenancy';
import { Documents } from './documents';
import { type Lookup, tagLookup, wordLookup } from './lookups';
import type { ParentScope, RelatedQuery } from './resource-queries';
import { ResourceRegistry } from './resource-registry';
import type { ResourceRepository } from './resource-repository';
import { ResourceRules } from './resource-rules';

/** Reads the objects of one resource in the form in which the API returns them. */
export abstract class ResourceReads<
  E extends VersionedRow = VersionedRow,
  C extends object = object,
  U extends object = object,
>
  extends ResourceRules<E, C, U>
  implements OnModuleInit
{
  @Inject(ResourceRegistry)
  protected readonly registry: ResourceRegistry;

  private readonly documents = new Documents<E>(this.resource);
  protected readonly joinTables: readonly { name: string; table: JoinTable }[] = Object.entries(
    this.resource.relationships,
  ).flatMap(([name, relationship]) =>
    isToMany(relationship) && 'table' in relationship.many ? [{ name, table: relationship.many }] : [],
  );

  onModuleInit(): void {
    this.registry.add(this as unknown as ResourceRepository);
  }

  get showsMeta(): boolean {
    return this.resource.takesMeta && this.registry.find('meta') !== undefined;
  }

  page(context: ReadContext, query: ListQuery, parent?: ParentScope): Promise<Page> {
    const lookups = this.lookups(query);
    if (lookups.length > 0) return this.documents.pageOf(context, query, lookups, parent);
    return this.documents.page(context, query, parent);
  }

  /**
   * Returns the search condition that matches objects of another resource by their meta objects. `filter` is
   * the text that the client sent.
   */
  attachedLookup?(to: Resource, filter: string): Lookup;

  /** Returns the filter conditions that need rows of other tables: search words, tags and meta data. */
  private lookups({ words = [], unreadTypes, conditions, meta }: ListQuery): Lookup[] {
    const { resource, registry } = this;
    const tags = conditions.filter(({ name }) => this.documents.isTags(name));
    return [
      ...tags.map((condition, at) => tagLookup(this.resource, condition, `tags${at}`)),
      ...words.map((word, at) =>
        wordLookup({ resource, resources: registry.resources, word, unreadTypes }, `word${at}`),
      ),
      ...(meta === undefined ? [] : [this.registry.get('meta').attachedLookup!(this.resource, meta)]),
    ];
  }

  /** Returns an object. Throws `not_found` if the object does not exist or belongs to another shop. */
  async findOrFail(context: ReadContext, id: string): Promise<DocumentRow> {
    const row = isUuid(id) ? await this.documents.find(context, id) : undefined;
    if (!row) throw notFound(this.resource.type, id);
    return row;
  }

  /** Returns the existing objects with these ids, in any order. */
  findByIds(context: ReadContext, ids: readonly string[]): Promise<DocumentRow[]> {
    return this.documents.findByIds(context, ids);
  }

  /** Returns related objects sorted by id, each with the id of its parent object as `of`. */
  findRelated(context: ReadContext, query: RelatedQuery): Promise<DocumentRow[]> {
    return this.documents.findRelated(context, query);
  }
}
