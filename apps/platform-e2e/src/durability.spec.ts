import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { HttpClient, type Response } from '@storewright/testing';
import { DurableDatabase } from './platform/durable-database';
import { Platform } from './platform/platform';
import type { ServiceProcess } from './platform/service-process';
import { accepted, anAccessToken, aStore, newObject, type Store } from './platform/store';

let database: DurableDatabase;
let platform: Platform;
let store: Store;
let token: string;

beforeAll(async () => {
  database = await DurableDatabase.start();
  platform = await Platform.start(database, { shopApis: 0 });
});
beforeEach(async () => {
  store = await aStore(platform);
  ({ token } = await anAccessToken(store));
});
afterAll(async () => {
  await platform.stop();
  await database.remove();
});

describe('no acknowledged write is lost and none is half done (docs/contract.md §8.1)', () => {
  it('when a shop API is killed', async () => {
    const killed = await platform.startShopApi();
    const writers = new Writers(apiOf(killed));
    await writers.haveAcknowledged(200);
    await killed.kill();
    await writers.stopped();

    const api = apiOf(await platform.startShopApi());
    await expectWhole(api, writers);
  });

  it('when Postgres is killed; meanwhile 503 with Retry-After, then writing goes on', async () => {
    const api = apiOf(await platform.startShopApi());
    const writers = new Writers(api);
    await writers.haveAcknowledged(200);
    await database.kill();
    await writers.haveBeenRefused(20);
    await database.startAgain();
    await writers.haveAcknowledged(writers.acknowledged.size + 200);
    await writers.stopped();

    expect([...writers.refusals]).toEqual(['503 unavailable, Retry-After 2']);
    await expectWhole(api, writers);
  });
});

const apiOf = ({ port }: ServiceProcess) => new HttpClient(port, `${store.domain}.localhost`, token);

/** Clients that create one object after another, each naming its id, until told to stop or the server is gone. */
class Writers {
  /** ids that were answered 201. */
  readonly acknowledged = new Set<string>();
  readonly refusals = new Set<string>();
  private refused = 0;
  private stopping = false;
  private readonly progress = new EventEmitter();
  private readonly writing: Promise<unknown>;

  constructor(private readonly api: HttpClient) {
    this.writing = Promise.all(Array.from({ length: 8 }, () => this.write()));
  }

  haveAcknowledged(count: number): Promise<void> {
    return this.until(() => this.acknowledged.size >= count);
  }
  haveBeenRefused(count: number): Promise<void> {
    return this.until(() => this.refused >= count);
  }
  async stopped(): Promise<void> {
    this.stopping = true;
    await this.writing;
  }

  private async write(): Promise<void> {
    while (!this.stopping) {
      const id = randomUUID();
      const answer = await this.api
        .post('/api/meta', newObject('meta', objectOf(id), id))
        .catch(() => undefined);
      if (!answer) return;
      if (answer.status === 201) this.acknowledged.add(id);
      else this.note(answer);
      this.progress.emit('answer');
    }
  }

  private async until(reached: () => boolean): Promise<void> {
    while (!reached()) await once(this.progress, 'answer');
  }

  private note({ status, headers, body }: Response): void {
    this.refused += 1;
    this.refusals.add(`${status} ${body.errors[0].code}, Retry-After ${headers['retry-after']}`);
  }
}

/** Each key is a search entry of its own. */
const objectOf = (id: string) => ({
  resource_type: 'orders',
  resource_id: id,
  data: { first: id, second: id.length, third: true },
});

/** Every acknowledged object is there; every object that is there is whole, and found by each of its search entries. */
async function expectWhole(api: HttpClient, { acknowledged }: Writers): Promise<void> {
  const stored = await everyObject(api, '/api/meta?page[size]=100');
  const ids = [...stored.keys()];
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  for (const [id, attributes] of stored) expect(attributes).toEqual(objectOf(id));
  for (const key of ['first', 'second', 'third']) {
    const filter = encodeURIComponent(JSON.stringify({ key }));
    const found = await everyObject(api, `/api/meta?page[size]=100&filter[meta]=${filter}`);
    expect([...found.keys()]).toEqual(ids);
  }
}

async function everyObject(api: HttpClient, first: string): Promise<Map<string, object>> {
  const met = new Map<string, object>();
  for (let path: string | null = first; path;) {
    const { body }: Response = await accepted(api.get(path));
    for (const { id, attributes } of body.data as { id: string; attributes: object }[])
      met.set(id, attributes);
    const next = body.links.next as string | null;
    path = next && next.slice(api.origin.length);
  }
  return met;
}
