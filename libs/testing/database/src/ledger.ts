import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { HttpClient, Response } from './http-client';
import { until } from './until';

/**
 * Kinds of writes: a meta object, two meta objects in one atomic request, or an order that reserves one unit
 * of stock.
 */
export type WriteKind = 'object' | 'pair' | 'order';

/**
 * A write of a test client. The client repeats the request with `key` as its Idempotency-Key until the API
 * acknowledges the request. The written data contains `key`.
 */
export interface Write {
  key: string;
  kind: WriteKind;
}

/**
 * Differences between the recorded writes and the stored data, by kind. All lists are empty if the data is
 * correct.
 */
export interface Verdict {
  acknowledged: number;
  lost: string[];
  duplicated: string[];
  halfDone: string[];
}

interface Stored {
  id: string;
  attributes: Record<string, unknown>;
}

interface LoggedEvent {
  id: string;
  attributes: { sequence: number; event_type: string; resource_id: string };
}

const atomic = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
/**
 * Returns the data of a meta object. The values of the data create several rows in the search index of meta
 * data.
 */
const dataOf = (key: string) => ({ first: key, second: key.length, third: true });
const stockAtFirst = 1_000_000;

/**
 * Records the writes of test clients. Compares them with the objects, search index, stock and event log of
 * the shop.
 */
export class Ledger {
  private readonly sent = new Map<string, WriteKind>();
  private readonly acknowledged = new Set<string>();
  /**
   * Sequence number of the last event that can belong to the recorded writes. undefined before the first
   * check.
   */
  private last?: number;

  private constructor(
    /** Text that every object of this ledger contains, to distinguish it from other objects of the shop. */
    private readonly name: string,
    private readonly variant: string,
    /** Sequence number of the last event before the first recorded write. */
    private readonly first: number,
  ) {}

  /** Starts a ledger for a shop. `api` needs a token with all scopes. */
  static async open(api: HttpClient): Promise<Ledger> {
    const product = await made(api, 'products', { title: 'Mug', status: 'active' });
    const attributes = {
      ...{ title: 'Blue', price_amount: 1_995, currency_code: 'EUR' },
      inventory_quantity: stockAtFirst,
    };
    const variant = await made(api, 'variants', attributes, {
      product: { data: { type: 'products', id: product } },
    });
    const newest = (await answered(api, '/api/events?sort=-sequence&page[size]=1')).body
      .data as LoggedEvent[];
    return new Ledger(randomUUID(), variant, newest[0]?.attributes.sequence ?? 0);
  }

  get count(): number {
    return this.acknowledged.size;
  }

  get known(): { sent: string[]; acknowledged: ReadonlySet<string> } {
    return { sent: [...this.sent.keys()], acknowledged: new Set(this.acknowledged) };
  }

  /** Returns a ledger with only the given writes, to check a backup that lacks later writes. */
  until({ sent, acknowledged }: Ledger['known']): Ledger {
    const ledger = new Ledger(this.name, this.variant, this.first);
    for (const key of sent) ledger.sent.set(key, this.sent.get(key)!);
    for (const key of acknowledged) ledger.acknowledged.add(key);
    return ledger;
  }

  next(kind: WriteKind): Write {
    const key = randomUUID();
    this.sent.set(key, kind);
    return { key, kind };
  }

  async send(api: HttpClient, { key, kind }: Write): Promise<Response> {
    const headers = { 'idempotency-key': key };
    const meta = {
      type: 'meta',
      attributes: { resource_type: this.name, resource_id: key, data: dataOf(key) },
    };
    const add = { op: 'add', data: meta };
    const answer = await {
      object: () => api.post('/api/meta', { data: meta }, { headers }),
      pair: () =>
        api.post(
          '/api/operations',
          { 'atomic:operations': [add, add] },
          { headers: { ...headers, 'content-type': atomic } },
        ),
      order: () => api.post('/api/orders', this.orderOf(key), { headers }),
    }[kind]();
    if (answer.status === 200 || answer.status === 201) this.acknowledged.add(key);
    return answer;
  }

  /**
   * Checks the shop's data against the recorded writes. `delivered` contains the IDs of the `meta.created`
   * events that a webhook receiver got.
   */
  async verdict(api: HttpClient, delivered?: ReadonlySet<string>): Promise<Verdict> {
    const ofThese = `page[size]=100&filter[resource_type]=${this.name}`;
    const [objects, orders, events] = [
      await everything<Stored>(api, `/api/meta?${ofThese}`),
      await everything<Stored>(api, `/api/orders?page[size]=100&filter[email]=${this.email}`),
      await this.events(api),
    ];
    const verdict = this.compare(objects, orders);
    compareEvents(events, { objects, orders, delivered }, verdict);
    for (const key of Object.keys(dataOf(''))) {
      const filter = encodeURIComponent(JSON.stringify({ key }));
      const found = await everything<Stored>(api, `/api/meta?${ofThese}&filter[meta]=${filter}`);
      const ids = new Set(found.map(({ id }) => id));
      for (const { id } of objects)
        if (!ids.has(id)) verdict.halfDone.push(`meta ${id} is not found by ${key}`);
    }
    const { body } = await answered(api, `/api/variants/${this.variant}`);
    const stock = body.data.attributes.inventory_quantity as number;
    if (stock + orders.length !== stockAtFirst)
      verdict.halfDone.push(`${orders.length} orders took ${stockAtFirst - stock} pieces`);
    return verdict;
  }

  private compare(objects: Stored[], orders: Stored[]): Verdict {
    const found = new Map<unknown, Stored[]>();
    for (const each of objects)
      found.set(each.attributes['resource_id'], [...(found.get(each.attributes['resource_id']) ?? []), each]);
    for (const each of orders)
      found.set(each.attributes['note'], [...(found.get(each.attributes['note']) ?? []), each]);
    const verdict: Verdict = { acknowledged: this.count, lost: [], duplicated: [], halfDone: [] };
    for (const [key, kind] of this.sent) {
      const [count, whole] = [found.get(key)?.length ?? 0, kind === 'pair' ? 2 : 1];
      if (count === 0 && this.acknowledged.has(key)) verdict.lost.push(`${kind} ${key}`);
      if (count > 0 && count < whole) verdict.halfDone.push(`${count} of the ${kind} ${key}`);
      if (count > whole) verdict.duplicated.push(`${kind} ${key}, ${count} objects`);
    }
    for (const { id, attributes } of objects)
      if (!isDeepStrictEqual(attributes['data'], dataOf(String(attributes['resource_id']))))
        verdict.halfDone.push(`meta ${id} holds ${JSON.stringify(attributes['data'])}`);
    return verdict;
  }

  private async events(api: HttpClient): Promise<LoggedEvent[]> {
    const end = this.last ?? Infinity;
    const isLater = ({ attributes }: LoggedEvent) => attributes.sequence > end;
    const all = await everything<LoggedEvent>(
      api,
      `/api/events?page[size]=100&filter[since]=${this.first}`,
      isLater,
    );
    this.last ??= all.at(-1)?.attributes.sequence ?? this.first;
    return all.filter((each) => !isLater(each));
  }

  private get email(): string {
    return `${this.name}@example.com`;
  }

  private orderOf(key: string): object {
    const line_items = [{ variant_id: this.variant, quantity: 1 }];
    return { data: { type: 'orders', attributes: { line_items, email: this.email, note: key } } };
  }
}

function compareEvents(
  events: LoggedEvent[],
  there: { objects: Stored[]; orders: Stored[]; delivered: ReadonlySet<string> | undefined },
  { lost, duplicated, halfDone }: Verdict,
): void {
  const created = new Map<string, number>();
  for (const [at, { id, attributes }] of events.entries()) {
    const { sequence, event_type: type, resource_id } = attributes;
    if (at > 0 && sequence !== events[at - 1]!.attributes.sequence + 1)
      lost.push(`the events before ${sequence}`);
    if (type !== 'meta.created' && type !== 'orders.created') continue;
    created.set(resource_id, (created.get(resource_id) ?? 0) + 1);
    if (there.delivered && type === 'meta.created' && !there.delivered.has(id))
      lost.push(`the delivery of event ${sequence}`);
  }
  for (const { id } of [...there.objects, ...there.orders]) {
    const count = created.get(id) ?? 0;
    if (count === 0) halfDone.push(`${id} has no event`);
    if (count > 1) duplicated.push(`${id} has ${count} events`);
    created.delete(id);
  }
  for (const id of created.keys()) halfDone.push(`the event of ${id}, which is not there`);
}

async function everything<T>(
  api: HttpClient,
  first: string,
  isEnough: (one: T) => boolean = () => false,
): Promise<T[]> {
  const met: T[] = [];
  for (let path: string | null = first; path;) {
    const { body }: Response = await answered(api, path);
    met.push(...(body.data as T[]));
    const next = body.links.next as string | null;
    path = next && !(met.length > 0 && isEnough(met.at(-1)!)) ? next.slice(api.origin.length) : null;
  }
  return met;
}

/** Repeats the request until it succeeds, because the check concerns stored data and not availability. */
async function answered(api: HttpClient, path: string): Promise<Response> {
  const answer = await until(`an answer to ${path}`, async () => {
    const answer = await api.get(path).catch(() => undefined);
    return answer && answer.status < 500 && answer;
  });
  if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`);
  return answer;
}

async function made(
  api: HttpClient,
  type: string,
  attributes: object,
  relationships: object = {},
): Promise<string> {
  const data = { type, attributes, relationships };
  // Retries while the server recovers from a fault. A duplicate object is harmless.
  const { status, text, body } = await until(`an answer to POST /api/${type}`, async () => {
    const answer = await api.post(`/api/${type}`, { data }).catch(() => undefined);
    return answer && answer.status < 500 && answer;
  });
  if (status !== 201) throw new Error(`POST /api/${type}: ${status} ${text}`);
  return body.data.id as string;
}
