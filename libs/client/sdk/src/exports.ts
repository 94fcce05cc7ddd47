import { ConnectionError } from './errors';
import { joined, type ResourceObject } from './joined';
import type { Attributes, Filter, Sort, TypeName } from './resource-types';
import type { Shown } from './shapes';
import type { RequestOptions, Transport } from './transport';

export interface ExportOptions<
  T extends TypeName,
  Name extends keyof Attributes<T> & string,
> extends RequestOptions {
  filter?: Filter<T>;
  sort?: Sort<T> | readonly Sort<T>[];
  /** Attributes to export, such as `['number', 'email']`. Defaults to all attributes. */
  fields?: readonly Name[];
  /** The `cursor` of an interrupted export. The new export continues after this cursor. */
  after?: string;
}

interface Line extends Partial<ResourceObject> {
  meta?: { cursor?: string; complete?: true };
}
type Wanted = { sort?: string | undefined; after?: string | undefined; [name: string]: unknown };

/** Stream of all objects in a list: `for await (const order of shop.exports.of('orders'))`. */
export class Export<S> implements AsyncIterable<S> {
  /**
   * Cursor after the last complete page of the export. Pass the cursor as `after` to continue the export
   * later.
   */
  cursor: string | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly wanted: Wanted,
    private readonly options: RequestOptions,
  ) {
    this.cursor = wanted.after;
  }

  /**
   * Yields the exported objects. After an interruption, continues the export after the last cursor and yields
   * no object twice.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<S, void, undefined> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        for await (const { objects, cursor } of this.pages()) {
          attempt = 0;
          yield* objects;
          if (cursor === undefined) return;
          this.cursor = cursor;
        }
      } catch (error) {
        await this.transport.untilNext(error, { attempt, repeatable: true }, this.options.signal);
      }
    }
  }

  /**
   * Yields the objects of an export in groups, each with the cursor that follows the group. The last group
   * has no cursor.
   */
  private async *pages(): AsyncGenerator<{ objects: S[]; cursor: string | undefined }> {
    const request = this.request();
    let objects: S[] = [];
    for await (const text of this.transport.lines(request)) {
      const line = JSON.parse(text) as Line;
      if (line.id !== undefined) {
        objects.push(joined({ data: line as ResourceObject }, [], this.transport.contract)[0] as S);
        continue;
      }
      yield { objects, cursor: line.meta?.complete ? undefined : line.meta!.cursor };
      if (line.meta?.complete) return;
      objects = [];
    }
    const asked = { method: 'POST', url: request.path, requestId: request.requestId };
    throw new ConnectionError('An export ended before it was complete', asked);
  }

  private request() {
    const attributes = { ...this.wanted, after: this.cursor };
    return {
      ...this.options,
      method: 'POST',
      path: '/api/exports',
      headers: { accept: 'application/x-ndjson' },
      body: { data: { type: 'exports', attributes } },
    };
  }
}

/** Methods to export complete lists: `shop.exports`. */
export class ExportsClient {
  constructor(private readonly transport: Transport) {}

  /**
   * Exports all objects of a type, with the filters and sort keys of its list. Sends the request when the
   * first object is read.
   */
  of<T extends TypeName, const Name extends keyof Attributes<T> & string = keyof Attributes<T> & string>(
    type: T,
    { filter, sort, fields, after, ...options }: ExportOptions<T, Name> = {},
  ): Export<Shown<T, { readonly [K in T]: readonly Name[] }>> {
    const order = sort === undefined ? undefined : String(sort);
    return new Export(this.transport, { resource_type: type, filter, sort: order, fields, after }, options);
  }
}
