import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { announce, CredentialChanges } from '@storewright/access';
import { AuthDatabase, PeriodicJob, ShopDatabase, type Transaction } from '@storewright/database';
import { type Row, TestShop } from '@storewright/entities';

/** How often it looks for what it was not told of, ms. */
const everyMs = 60_000;
/** Of the demo: little enough that filling a shop holds nobody up, with something of everything. */
const size = { orders: 300, customers: 100 };

const toDo = { name: 'test-shops-to-do', text: 'SELECT auth.test_shops_to_do() AS shop_id' };
/** Of several processes one does it; the others have nothing to do. */
const take = `SELECT pg_try_advisory_xact_lock(hashtextextended('test shop ' || $1, 0)) AS taken`;
/** Of what somebody has put in. */
const patience = `SELECT set_config('statement_timeout', '5min', true), set_config('lock_timeout', '30s', true),
  set_config('idle_in_transaction_session_timeout', '1min', true)`;

type Step = (transaction: Transaction, asked: Row<TestShop>) => Promise<unknown>;

const empty: Step = (transaction, { status }) =>
  transaction.query({ text: 'SELECT shop.empty_shop($1)', values: [status !== 'removing'] });

/** Does what developers ask of their test shops (docs/adr/test-shops.md). What fails is done again; doing it twice does no harm. */
@Injectable()
export class TestShopJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('test-shops');
  private readonly job = new PeriodicJob({
    everyMs,
    run: () => this.workAll(),
    failed: (error) => this.log.warn(`could not look for test shops: ${error.message}`),
  });

  constructor(
    private readonly auth: AuthDatabase,
    private readonly shop: ShopDatabase,
    private readonly changes: CredentialChanges,
  ) {}

  onApplicationBootstrap(): void {
    this.changes.onShopChange(() => void this.look());
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  look(): Promise<void> {
    return this.job.run();
  }

  private async workAll(): Promise<void> {
    for (const { shop_id } of await this.auth.query<{ shop_id: string }>({}, toDo)) {
      if (this.job.isStopping) return;
      await this.work(shop_id).catch((error: Error) => this.failed(shop_id, error));
    }
  }

  private failed(shop_id: string, error: Error): void {
    this.log.error({ err: error }, `test shop ${shop_id} waits: ${error.message}`);
  }

  /** Empties the shop, and fills it unless it is to go. All or nothing: whoever reads meanwhile sees what was before. */
  private async work(shop_id: string): Promise<void> {
    // What a transaction of Citus writes it writes as one user, and what is emptied is by the owner of the tables: there it may be seen empty.
    const transactions = this.shop.kind === 'citus' ? [[empty], [this.fill]] : [[empty, this.fill]];
    let done: Row<TestShop> | undefined;
    for (const steps of transactions) {
      done = await this.shop.transaction({ shop_id }, (transaction) =>
        this.take(transaction, shop_id, steps),
      );
      if (!done) return;
    }
    const { status, requested_at } = done!;
    if (status === 'removing') await this.delete(done!);
    else
      await this.auth
        .of({ shop_id }, TestShop)
        .update({ shop_id, status, requested_at }, { status: 'ready' });
  }

  /** What was asked of the shop, where this process does it; undefined: there is nothing to do. */
  private async take(
    transaction: Transaction,
    shop_id: string,
    steps: readonly Step[],
  ): Promise<Row<TestShop> | undefined> {
    const [lock] = await transaction.query<{ taken: boolean }>({ text: take, values: [shop_id] });
    const asked = lock!.taken && (await this.auth.of({ shop_id }, TestShop).findOneBy({ shop_id }));
    if (!asked || asked.status === 'ready') return undefined;
    await transaction.query({ text: patience });
    for (const step of steps) await step(transaction, asked);
    return asked;
  }

  private readonly fill: Step = async (transaction, { shop_id, status }) => {
    if (status === 'removing') return;
    const { demoStore, insertDemoStore } = await import('@storewright/demo-store');
    const store = demoStore(new Date(this.auth.clock.now()).toISOString().slice(0, 10), size);
    await insertDemoStore((statement) => transaction.query(statement), shop_id, store);
  };

  /** From the auth data: at first all but the shop itself, so that nobody comes in any more; then that, too. */
  private async delete({ shop_id, emptied_at }: Row<TestShop>): Promise<void> {
    const isLast = emptied_at !== null;
    await this.auth.transaction({ shop_id }, async (transaction) => {
      await transaction.query({ text: 'SELECT auth.remove_test_shop($1)', values: [isLast] });
      if (!isLast) await transaction.of(TestShop).update({ shop_id }, { emptied_at: () => 'now()' });
      await announce(transaction, { shop_id });
    });
  }
}
