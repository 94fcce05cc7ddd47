import { EventEmitter, once } from 'node:events';
import {
  HttpClient,
  Ledger,
  OwnPostgres,
  type Response,
  type ServiceProcess,
  type WriteKind,
} from '@storewright/testing';
import { Platform } from './platform/platform';
import { anAccessToken, aStore, type Store } from './platform/store';

let database: OwnPostgres;
let platform: Platform;
let store: Store;
let token: string;

beforeAll(async () => {
  database = await OwnPostgres.start({ durable: true });
  platform = await Platform.start(database, { shopApis: 0 });
});
beforeEach(async () => {
  store = await aStore(platform);
  ({ token } = await anAccessToken(store));
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
});

describe('no acknowledged write is lost or partial (docs/contract.md §8.1)', () => {
  it('after a kill of a shop API', async () => {
    const killed = await platform.startShopApi();
    const ledger = await Ledger.open(apiOf(killed));
    const writers = new Writers(apiOf(killed), ledger);
    await writers.haveAcknowledged(200);
    await killed.kill();
    await writers.stopped();

    await expectWhole(apiOf(await platform.startShopApi()), ledger);
  });

  it('after a kill of Postgres, during which clients get 503 with Retry-After', async () => {
    const api = apiOf(await platform.startShopApi());
    const ledger = await Ledger.open(api);
    const writers = new Writers(api, ledger);
    await writers.haveAcknowledged(200);
    await database.kill();
    await writers.haveBeenRefused(20);
    await database.startAgain();
    await writers.haveAcknowledged(ledger.count + 200);
    await writers.stopped();

    expect([...writers.refusals]).toEqual(['503 unavailable, Retry-After 2']);
    await expectWhole(api, ledger);
  });
});

const apiOf = ({ port }: ServiceProcess) => new HttpClient(port, `${store.domain}.localhost`, token);

/**
 * Clients that write until they are stopped or the server exits. Each client repeats a write until it is
 * acknowledged.
 */
class Writers {
  readonly refusals = new Set<string>();
  private refused = 0;
  private stopping = false;
  private readonly progress = new EventEmitter();
  private readonly writing: Promise<unknown>;

  constructor(
    private readonly api: HttpClient,
    private readonly ledger: Ledger,
  ) {
    const kinds: WriteKind[] = ['object', 'object', 'object', 'object', 'pair', 'pair', 'order', 'order'];
    this.writing = Promise.all(kinds.map((kind) => this.write(kind)));
  }

  haveAcknowledged(count: number): Promise<void> {
    return this.until(() => this.ledger.count >= count);
  }
  haveBeenRefused(count: number): Promise<void> {
    return this.until(() => this.refused >= count);
  }
  async stopped(): Promise<void> {
    this.stopping = true;
    await this.writing;
  }

  private async write(kind: WriteKind): Promise<void> {
    for (let write = this.ledger.next(kind); !this.stopping;) {
      const answer = await this.ledger.send(this.api, write).catch(() => undefined);
      if (!answer) return;
      if (answer.status < 300) write = this.ledger.next(kind);
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

/**
 * Checks that every acknowledged write exists exactly once, with its event and all of its search entries.
 */
async function expectWhole(api: HttpClient, ledger: Ledger): Promise<void> {
  const verdict = { acknowledged: ledger.count, lost: [], duplicated: [], halfDone: [] };
  expect(await ledger.verdict(api)).toEqual(verdict);
}
