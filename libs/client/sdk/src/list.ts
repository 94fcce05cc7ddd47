import { joined, type ResourceDocument } from './joined';
import type { RequestOptions, Transport } from './transport';

/** One page of a list. */
export interface Page<T> {
  data: T[];
  /** Total number of resources. undefined unless `page: { total: true }` requests it. */
  total: number | undefined;
  /** True if the list has more pages. */
  more: boolean;
  /** Current epoch of the event log. undefined for lists of other resources. */
  epoch: number | undefined;
}

interface ListDocument extends ResourceDocument {
  links?: { next?: string | { href: string } | null };
  meta?: { page?: { total?: number }; epoch?: number };
}

/**
 * List of resources that the SDK reads page by page: `for await (const order of list)`. Sends the first
 * request when you read the first resource.
 */
export class List<T> implements AsyncIterable<T> {
  constructor(
    private readonly transport: Transport,
    private readonly path: string,
    private readonly include: readonly string[],
    private readonly options: RequestOptions,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** Yields the pages of the list. A page of search results can be empty even if more pages follow. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let path: string | undefined = this.path;
    while (path !== undefined) {
      const { document } = await this.transport.send({ ...this.options, method: 'GET', path });
      const list = document as ListDocument;
      path = this.nextOf(list);
      yield {
        data: joined(list, this.include, this.transport.contract) as T[],
        total: list.meta?.page?.total,
        more: path !== undefined,
        epoch: list.meta?.epoch,
      };
    }
  }

  /** Returns all resources of the list, or only the first `max` resources. */
  async toArray({ max = Infinity }: { max?: number } = {}): Promise<T[]> {
    const all: T[] = [];
    if (max < 1) return all;
    for await (const each of this) if (all.push(each) >= max) break;
    return all;
  }

  /**
   * Returns the query string of the link `next`. Ignores the host of the link, so that the SDK never sends
   * the token to a foreign host.
   */
  private nextOf({ links }: ListDocument): string | undefined {
    const next = typeof links?.next === 'object' ? links.next?.href : links?.next;
    if (!next) return undefined;
    return this.path.split('?', 1)[0]! + new URL(next, 'http://any.invalid').search;
  }
}
