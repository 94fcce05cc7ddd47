import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { announce, CredentialChanges } from '@storewright/access';
import { AuthDatabase, PeriodicJob, ShopDatabase, type Transaction } from '@storewright/database';
import { ImageCleanup } from '@storewright/catalog';
import { type Row, TestShop } from '@storewright/entities';
import { ShopDirectory } from '@storewright/tenancy';

/**
 * Interval in milliseconds between checks for requested test shops. A check finds requests whose notification
 * was lost.
 */
const everyMs = 60_000;
/** Numbers of sample objects in a test shop: few enough to fill it quickly, enough for every resource type. */
const size = { orders: 300, customers: 100 };

const toDo = { name: 'test-shops-to-do', text: 'SELECT auth.test_shops_to_do() AS shop_id' };
/** Takes an advisory lock, so that only one process works on a test shop. */
const take = `SELECT pg_try_advisory_xact_lock(hashtextextended('test shop ' || $1, 0)) AS taken`;
/** Sets timeouts that are long enough to empty a shop with much data. */
const patience = `SELECT set_config('statement_timeout', '5min', true), set_config('lock_timeout', '30s', true),
  set_config('idle_in_transaction_session_timeout', '1min', true)`;

type Step = (transaction: Transaction, asked: Row<TestShop>) => Promise<unknown>;

const empty: Step = (transaction, { status }) =>
  transaction.query({ text: 'SELECT shop.empty_shop($1)', values: [status !== 'removing'] });

/**
 * Fills, resets and removes test shops (docs/adr/test-shops.md). Every step is idempotent and is retried
 * after a failure.
 */
@Injectable()
export class TestShopJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('test-shops');
  private readonly job = new PeriodicJob({
    everyMs,
    run: () => this.workAll(),
    failed: (error) => this.log.warn(`test shops could not be read: ${error.message}`),
  });

  constructor(
    private readonly auth: AuthDatabase,
    private readonly shop: ShopDatabase,
    private readonly changes: CredentialChanges,
    private readonly directory: ShopDirectory,
    private readonly images: ImageCleanup,
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
    this.log.error(
      { err: error },
      `work on the test shop ${shop_id} failed and will be repeated: ${error.message}`,
    );
  }

  /**
   * Deletes the data of a test shop, then fills the shop again unless it is being removed. Except on Citus,
   * one transaction does both, so readers see the old data until the commit.
   */
  private async work(shop_id: string): Promise<void> {
    // Citus needs two transactions, because only the table owner may empty tables and a transaction has one
    // database role. Readers can see the empty shop between the transactions.
    const transactions = this.shop.topology.mixesRoles ? [[empty, this.fill]] : [[empty], [this.fill]];
    let done: Row<TestShop> | undefined;
    for (const steps of transactions) {
      done = await this.shop.transaction({ shop_id }, (transaction) =>
        this.take(transaction, shop_id, steps),
      );
      if (!done) return;
    }
    const { status, requested_at } = done!;
    // Skips the lookup of the shop, because a new test shop has no images in the bucket yet.
    const shop = status === 'preparing' ? undefined : await this.directory.findById(shop_id);
    if (shop) await this.images.deleteOrphans(shop);
    if (status === 'removing') await this.delete(done!);
    else
      await this.auth
        .of({ shop_id }, TestShop)
        .update({ shop_id, status, requested_at }, { status: 'ready' });
  }

  /**
   * Locks the test shop and runs the steps. Returns undefined if the shop needs no work or another process
   * holds the lock.
   */
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

  /**
   * Removes a test shop from the auth database in two runs. The first run keeps the row of the shop, which
   * blocks access to the shop. The second run deletes the row.
   */
  private async delete({ shop_id, emptied_at }: Row<TestShop>): Promise<void> {
    const isLast = emptied_at !== null;
    await this.auth.transaction({ shop_id }, async (transaction) => {
      await transaction.query({ text: 'SELECT auth.remove_test_shop($1)', values: [isLast] });
      if (!isLast) await transaction.of(TestShop).update({ shop_id }, { emptied_at: () => 'now()' });
      await announce(transaction, { shop_id });
    });
  }
}
