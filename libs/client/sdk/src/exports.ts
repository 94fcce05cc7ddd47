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
  /** Only these attributes: `['number', 'email']`. */
  fields?: readonly Name[];
  /** The `cursor` of an export that was not finished: goes on behind it. */
  after?: string;
}

/** A line: an object, or where the export is. */
interface Line extends Partial<ResourceObject> {
  meta?: { cursor?: string; complete?: true };
}
type Wanted = { sort?: string | undefined; after?: string | undefined; [name: string]: unknown };

/** All objects of a list, as they are sent: `for await (const order of shop.exports.of('orders'))`. */
export class Export<S> implements AsyncIterable<S> {
  /** Behind what was given so far, by whole pages: keep it to go on later with `after`. */
  cursor: string | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly wanted: Wanted,
    private readonly options: RequestOptions,
  ) {
    this.cursor = wanted.after;
  }

  /** Where the answer is cut it is asked for again from the last place; what came behind that is given once. */
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

  /** What stands before a place or the end; the last one has no cursor. */
  private async *pages(): AsyncGenerator<{ objects: S[]; cursor: string | undefined }> {
    const request = this.request();
    let objects: S[] = [];
    for await (const text of this.transport.lines(request)) {
      const line = JSON.parse(text) as Line;
      if (line.id !== undefined) {
        objects.push(joined({ data: line as ResourceObject })[0] as S);
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

/** Lists as a whole: `shop.exports`. */
export class ExportsClient {
  constructor(private readonly transport: Transport) {}

  /** All objects of a type, in the filters and the order of its list. Nothing is asked before the first is wanted. */
  of<T extends TypeName, const Name extends keyof Attributes<T> & string = keyof Attributes<T> & string>(
    type: T,
    { filter, sort, fields, after, ...options }: ExportOptions<T, Name> = {},
  ): Export<Shown<T, { readonly [K in T]: readonly Name[] }>> {
    const order = sort === undefined ? undefined : String(sort);
    return new Export(this.transport, { resource_type: type, filter, sort: order, fields, after }, options);
  }
}
