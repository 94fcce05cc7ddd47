// Uses raw SQL, because TypeORM has no DELETE with LIMIT.
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { firstIdAt, PeriodicJob, ShopDatabase } from '@storewright/database';
import { type Row, tableOf } from '@storewright/entities';
import { type Actor, type RowsOfShop, type Shop, ShopDirectory, ShopRows } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { Import } from './import.entity';
import { ImportRow } from './import-row.entity';
import { ImportSteps } from './import-steps';

/** Interval in milliseconds between checks for CSV imports that a stopped process left unfinished. */
const INTERVAL_MS = 10_000;
/** Number of days for which imports and their rows are stored. */
export const RETENTION_DAYS = 14;
const DELETED_TOGETHER = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const shopsStatement = {
  name: 'shops-with-imports',
  text: 'SELECT shop.shops_with_imports($1::timestamptz) AS shop_id',
};

/**
 * Deletes the rows of expired CSV imports, and the rows of uploads that ended because a process was killed.
 */
const deleteRows = `DELETE FROM ${tableOf(ImportRow)} WHERE shop_id = $1 AND id IN (
    SELECT r.id FROM ${tableOf(ImportRow)} r WHERE r.shop_id = $1 AND r.id < $2::uuid ORDER BY r.id
    LIMIT ${DELETED_TOGETHER})
  RETURNING 1`;
const deleteImports = `DELETE FROM ${tableOf(Import)} WHERE shop_id = $1 AND created_at < $2::timestamptz`;

/**
 * Validates and applies CSV imports in the background, and deletes expired CSV imports. If a process stops, a
 * different process continues its imports.
 */
@Injectable()
export class ImportJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('imports');
  private readonly job = new PeriodicJob({
    everyMs: INTERVAL_MS,
    run: () => this.workAll(),
    failed: (error) => this.log.warn(`cannot read pending imports: ${error.message}`),
  });

  constructor(
    private readonly database: ShopDatabase,
    private readonly directory: ShopDirectory,
    private readonly rows: ShopRows,
    private readonly steps: ImportSteps,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /** Processes all pending CSV imports now. Resolves when no import is left that this process can lock. */
  run(): Promise<void> {
    return this.job.run();
  }

  /**
   * Processes the pending CSV imports in turn, one batch each, so that a large import does not delay small
   * imports.
   */
  private async workAll(): Promise<void> {
    const outdated = new Date(this.database.clock.now() - RETENTION_DAYS * DAY_MS);
    for (const shop_id of await this.shops(outdated))
      await this.deleteOutdated(shop_id, outdated).catch((error: Error) => this.failed(shop_id, error));
    for (let isBusy = true; isBusy && !this.job.isStopping;) {
      isBusy = false;
      for (const shop_id of await this.shops(outdated)) {
        const worked = await this.workOn(shop_id).catch((error: Error) => this.failed(shop_id, error));
        isBusy ||= worked;
      }
    }
  }

  private async shops(outdated: Date): Promise<string[]> {
    const statement = { ...shopsStatement, values: [outdated.toISOString()] };
    return (await this.database.query<{ shop_id: string }>({}, statement)).map(({ shop_id }) => shop_id);
  }

  private async workOn(shop_id: string): Promise<boolean> {
    const shop = await this.directory.findById(shop_id);
    if (!shop || shop.status === 'suspended') return false;
    const pending = await this.rows
      .of(shop)
      .repository(Import)
      .find({
        where: { state: Any(['checking', 'running']) },
        order: { id: 'ASC' },
      });
    let isBusy = false;
    for (const imported of pending) {
      if (this.job.isStopping) return false;
      const { actor_type: type, actor_id: id } = imported;
      if (type && (await this.directory.isSuspended(shop_id, { type, id: id! }))) continue;
      isBusy = (await this.steps.next(this.rowsOf(shop, imported), imported.id)) || isBusy;
    }
    return isBusy;
  }

  /** Returns database access to the shop on behalf of the token that uploaded the CSV file. */
  private rowsOf(shop: Shop, { id, actor_type, actor_id, actor_name }: Row<Import>): RowsOfShop {
    const actor = actor_type && ({ type: actor_type, id: actor_id!, name: actor_name! } satisfies Actor);
    return this.rows.of({ ...shop, client: id, job: 'import', ...(actor && { actor }) });
  }

  private failed(shop_id: string, error: Error): false {
    this.log.error(
      { err: error },
      `an import of shop ${shop_id} failed and will be repeated: ${error.message}`,
    );
    return false;
  }

  private async deleteOutdated(shop_id: string, outdated: Date): Promise<void> {
    const remove = (name: string, text: string, before: string) =>
      this.database.query({ shop_id }, { name, text, values: [shop_id, before] });
    const first = firstIdAt(outdated.getTime());
    while ((await remove('delete-import-rows', deleteRows, first)).length === DELETED_TOGETHER);
    await remove('delete-imports', deleteImports, outdated.toISOString());
  }
}
