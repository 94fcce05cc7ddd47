import { isApiError } from './errors';
import { hmac, toHex } from './hmac';
import type { Identifier } from './joined';
import type { List } from './list';
import { ResourceClient } from './resource-client';
import type { Shown } from './shapes';
import type { RequestOptions } from './transport';

/**
 * A condition on metadata, such as `{ key: 'priority', operator: '>=', value: 5 }`. A condition without a
 * value matches if the key exists.
 */
export interface MetaCondition {
  key: string;
  operator?: '=' | '!=' | '<' | '<=' | '>' | '>=';
  value?: string | number | boolean;
}

export type MetaData = Record<string, unknown>;
export type MetaObject = Shown<'meta'>;

export class MetaClient extends ResourceClient<'meta'> {
  /**
   * Searches meta objects by conditions on their data. The search can be limited to one type or one resource.
   */
  search(
    conditions: MetaCondition | readonly MetaCondition[],
    {
      resource_type,
      resource_id,
      ...options
    }: RequestOptions & { resource_type?: string; resource_id?: string } = {},
  ): List<MetaObject> {
    const filter = {
      meta: conditions,
      ...(resource_type !== undefined && { resource_type }),
      ...(resource_id !== undefined && { resource_id }),
    };
    return this.list({ ...options, filter });
  }
}

/**
 * The metadata of a resource: the oldest meta object that refers to the resource. The first write creates
 * this object.
 */
export class MetaOfResource {
  constructor(
    private readonly meta: MetaClient,
    private readonly resource: Identifier,
  ) {}

  /** Returns the metadata, or undefined before the first write. */
  async get(options: RequestOptions = {}): Promise<MetaData | undefined> {
    return (await this.find(options))?.data as MetaData | undefined;
  }

  /** Merges `changes` into the metadata. Deletes keys whose value is `null` and keeps all remaining keys. */
  set(changes: MetaData, options: RequestOptions = {}): Promise<MetaData> {
    return this.write({ data: changes }, options);
  }

  /** Replaces all metadata of the resource. */
  replace(data: MetaData, options: RequestOptions = {}): Promise<MetaData> {
    return this.write({ data, override: true }, options);
  }

  async delete(options: RequestOptions = {}): Promise<void> {
    const found = await this.find(options);
    if (found) await this.meta.delete(found.id, options);
  }

  private async find(options: RequestOptions): Promise<MetaObject | undefined> {
    const { type: resource_type, id: resource_id } = this.resource;
    const query = { filter: { resource_type, resource_id }, page: { size: 1 }, ...options };
    return (await this.meta.list(query).toArray({ max: 1 }))[0];
  }

  private async write(
    changes: { data: MetaData; override?: boolean },
    options: RequestOptions,
  ): Promise<MetaData> {
    const found = await this.find(options);
    const id = found?.id ?? (await idOf(this.resource));
    if (!found) {
      try {
        return (await this.create(id, changes.data, options)).data as MetaData;
      } catch (error) {
        // A concurrent request has created the meta object, so the change becomes an update.
        if (!isApiError(error, 'already_exists')) throw error;
      }
    }
    return (await this.meta.update(id, changes, options)).data as MetaData;
  }

  private create(id: string, data: MetaData, options: RequestOptions): Promise<MetaObject> {
    const kept = Object.entries(data).filter(([, value]) => value !== null);
    const { type: resource_type, id: resource_id } = this.resource;
    return this.meta.create(
      { resource_type, resource_id, data: Object.fromEntries(kept) },
      { id, ...options },
    );
  }
}

/**
 * Derives the id of the meta object from the resource, so that concurrent requests create only one object.
 */
async function idOf({ type, id }: Identifier): Promise<string> {
  const encoder = new TextEncoder();
  const hex = toHex(await hmac(encoder.encode('storewright meta'), encoder.encode(`${type} ${id}`)));
  // UUID version 8 (RFC 9562 §5.8).
  const variant = ((parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return [...parts, hex.slice(20, 32)].join('-');
}
