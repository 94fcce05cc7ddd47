import { applied } from './approval';
import { ifMatchOf, type Versioned } from './etags';
import { joined, type ResourceDocument } from './joined';
import { List } from './list';
import { type AnyQuery, queryString } from './query';
import type {
  ChangedRelationships,
  Changes,
  Filter,
  Many,
  NewAttributes,
  NewRelationships,
  Reference,
  Sort,
  TypeName,
} from './resource-types';
import type { Fields, IncludePath, Shown } from './shapes';
import type { Answer, RequestOptions, Transport } from './transport';

export interface ShowOptions<F extends Fields, Path extends string> extends RequestOptions {
  /** Related resources to include, such as `['customer', 'variants.product']`. */
  include?: readonly Path[];
  /** Attributes to return, keyed by type: `{ orders: ['number'] }`. Defaults to all attributes. */
  fields?: F;
}

export interface ListOptions<T extends TypeName, F extends Fields, Path extends string> extends ShowOptions<
  F,
  Path
> {
  filter?: Filter<T>;
  sort?: Sort<T> | readonly Sort<T>[];
  /**
   * Pagination: `size` is the number of resources per page, at most 100. `total: true` requests the total
   * number of resources.
   */
  page?: { size?: number; total?: boolean };
}

export interface CreateOptions<T extends TypeName, F extends Fields, Path extends string> extends ShowOptions<
  F,
  Path
> {
  /** UUID of the new resource. Defaults to an id that the server creates. */
  id?: string;
  relationships?: NewRelationships<T>;
  /**
   * Idempotency key. A repeated request with the same key has no further effect. Defaults to a random UUID.
   */
  idempotencyKey?: string;
}

/**
 * Required version of the resource: its ETag, or the resource (or a copy) as you read it. The request fails
 * with 412 if the resource has a different version.
 */
export interface IfMatch {
  ifMatch?: string | Versioned;
}

export interface UpdateOptions<T extends TypeName, F extends Fields, Path extends string>
  extends ShowOptions<F, Path>, IfMatch {
  relationships?: ChangedRelationships<T>;
}

/** Methods for the resources of one type, such as `shop.orders`. */
export class ResourceClient<T extends TypeName> {
  constructor(
    protected readonly transport: Transport,
    readonly type: T,
  ) {}

  /**
   * Returns the list of resources, which is read page by page: `for await (const order of
   * shop.orders.list())`.
   */
  list<const F extends Fields = object, const Path extends IncludePath<T> = never>(
    options: ListOptions<T, F, Path> = {},
  ): List<Shown<T, F, Path>> {
    return this.listAt(`/api/${this.type}`, options);
  }

  async get<const F extends Fields = object, const Path extends IncludePath<T> = never>(
    id: string,
    options: ShowOptions<F, Path> = {},
  ): Promise<Shown<T, F, Path>> {
    const answer = await this.transport.send({
      ...options,
      method: 'GET',
      path: this.pathOf(id) + this.queryOf(options),
    });
    return this.shown(answer, options.include);
  }

  async create<const F extends Fields = object, const Path extends IncludePath<T> = never>(
    attributes: NewAttributes<T>,
    options: CreateOptions<T, F, Path> = {},
  ): Promise<Shown<T, F, Path>> {
    const { id, relationships, idempotencyKey = crypto.randomUUID() } = options;
    const answer = await this.transport.send({
      ...options,
      method: 'POST',
      path: `/api/${this.type}${this.queryOf(options)}`,
      headers: { 'idempotency-key': idempotencyKey },
      body: { data: sent({ type: this.type, id }, attributes, relationships) },
      repeatable: true,
    });
    return this.shown(applied(answer), options.include);
  }

  async update<const F extends Fields = object, const Path extends IncludePath<T> = never>(
    id: string,
    changes: Changes<T>,
    options: UpdateOptions<T, F, Path> = {},
  ): Promise<Shown<T, F, Path>> {
    const answer = await this.transport.send({
      ...options,
      method: 'PATCH',
      path: this.pathOf(id) + this.queryOf(options),
      headers: { 'if-match': ifMatchOf(options.ifMatch) },
      body: { data: sent({ type: this.type, id }, changes, options.relationships) },
    });
    return this.shown(applied(answer), options.include);
  }

  async delete(id: string, options: RequestOptions & IfMatch = {}): Promise<void> {
    const answer = await this.transport.send({
      ...options,
      method: 'DELETE',
      path: this.pathOf(id),
      headers: { 'if-match': ifMatchOf(options.ifMatch) },
    });
    applied(answer);
  }

  /** Returns the resources of a to-many relationship: `shop.products.related(id, 'variants')`. */
  related<
    Name extends keyof Many<T> & string,
    const F extends Fields = object,
    const Path extends IncludePath<Many<T>[Name] & TypeName> = never,
  >(
    id: string,
    name: Name,
    options: ListOptions<Many<T>[Name] & TypeName, F, Path> = {},
  ): List<Shown<Many<T>[Name] & TypeName, F, Path>> {
    return this.listAt(`${this.pathOf(id)}/${name}`, options as AnyQuery & RequestOptions);
  }

  protected pathOf(id: string): string {
    return `/api/${this.type}/${encodeURIComponent(id)}`;
  }

  private listAt<S>(
    path: string,
    { filter, sort, page, include, fields, ...options }: AnyQuery & RequestOptions,
  ): List<S> {
    const query = this.queryOf({ filter, sort, page, include, fields });
    return new List(this.transport, path + query, include ?? [], options);
  }

  /**
   * Adds the included relationships to `fields`, because JSON:API includes a related resource only if the
   * response contains the relationship.
   */
  private queryOf({ filter, sort, page, include, fields }: AnyQuery): string {
    const own = fields?.[this.type];
    const linked = own && include && [...own, ...include.map((path) => path.split('.', 1)[0]!)];
    const shown = linked ? { ...fields, [this.type]: [...new Set(linked)] } : fields;
    return queryString({ filter, sort, page, include, fields: shown });
  }

  private shown<S>({ document }: Answer, include?: readonly string[]): S {
    const [resource] = joined(document as ResourceDocument, include, this.transport.contract);
    return resource as S;
  }
}

/** Builds the resource object in the body of a request. Leaves out members with the value undefined. */
export function sent(
  named: { type: string; id?: string | undefined; lid?: string },
  attributes: object,
  relationships: object | undefined,
): object {
  const linked = Object.entries(relationships ?? {}).map(([name, value]) => [
    name,
    { data: linkageOf(value) },
  ]);
  return {
    ...named,
    attributes,
    ...(linked.length > 0 && { relationships: Object.fromEntries(linked) as object }),
  };
}

function linkageOf(value: Reference | readonly Reference[] | null): unknown {
  const identifier = (named: Reference) =>
    'lid' in named ? { type: named.type, lid: named.lid } : { type: named.type, id: named.id };
  if (value === null) return null;
  return Array.isArray(value) ? (value as Reference[]).map(identifier) : identifier(value as Reference);
}
