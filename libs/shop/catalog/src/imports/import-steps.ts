// Uses raw SQL to lock an import by its id, and to store the errors of many rows in one statement.
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type ColumnValues, parseJson, type Row, tableOf } from '@storewright/entities';
import { ApiError, ApiErrors } from '@storewright/json-api';
import { behindLocks, type Operation, performOperations, ResourceRegistry } from '@storewright/resources';
import type { RowsOfShop, ShopTransaction } from '@storewright/tenancy';
import { IsNull, MoreThan } from 'typeorm';
import { ProductsRepository } from '../products/products.repository';
import { VariantsRepository } from '../variants/variants.repository';
import { Import } from './import.entity';
import { ImportRow, type RowError } from './import-row.entity';
import { knownObjects } from './known-objects';
import { rowErrorsOf } from './row-errors';
import { type RowPlan, RowPlanner, type Targets } from './row-planner';

const CHECKED_TOGETHER = 500;
const WRITTEN_TOGETHER = 100;
/** Number of rows that a CSV import validates before it lets the event loop serve other requests. */
const VALIDATED_AT_ONCE = 20;

/** Thrown to roll back the transaction if a client or a different process has changed the CSV import. */
class Superseded extends Error {}

interface Batch {
  imported: Row<Import>;
  rows: readonly Row<ImportRow>[];
  isLast: boolean;
}

const claimStatement = {
  name: 'claim-import',
  text: `SELECT pg_try_advisory_xact_lock(hashtextextended('import ' || $1, 0)) AS claimed`,
};

const failStatement = {
  name: 'fail-import-rows',
  text: `UPDATE ${tableOf(ImportRow)} r SET errors = each.errors::jsonb
    FROM unnest($2::uuid[], $3::text[]) AS each (id, errors)
    WHERE r.shop_id = $1 AND r.id = each.id`,
};

/**
 * Validates and writes the rows of CSV imports in batches. Each transaction processes one batch and stores
 * the position of the import. If a process is killed, a different process repeats only the batch.
 */
@Injectable()
export class ImportSteps {
  private readonly targets: Targets;

  constructor(
    private readonly registry: ResourceRegistry,
    products: ProductsRepository,
    variants: VariantsRepository,
  ) {
    this.targets = { products, variants } as unknown as Targets;
  }

  /**
   * Processes the next batch of a CSV import. Returns false if a different process has locked the import or
   * no rows are left.
   */
  async next(rows: RowsOfShop, id: string): Promise<boolean> {
    try {
      return await this.batch(rows, id, WRITTEN_TOGETHER).catch((error: unknown) => {
        if (!isRejection(error)) throw error;
        return this.rowByRow(rows, id);
      });
    } catch (error) {
      if (error instanceof Superseded) return false;
      throw error;
    }
  }

  /**
   * Writes each row of a rejected batch of CSV rows in a separate transaction, and stores the errors of
   * rejected rows.
   */
  private async rowByRow(rows: RowsOfShop, id: string): Promise<boolean> {
    for (let count = 0; count < WRITTEN_TOGETHER; count += 1) {
      const isProcessed = await this.batch(rows, id, 1).catch((error: unknown) => {
        if (!isRejection(error)) throw error;
        return this.batch(rows, id, 1, error);
      });
      if (!isProcessed) return false;
    }
    return true;
  }

  /**
   * Processes a batch of CSV rows in one transaction. `rejection` is the error with which the only row of the
   * batch failed before.
   */
  private batch(rows: RowsOfShop, id: string, size: number, rejection?: Rejection): Promise<boolean> {
    return rows.transaction(async (tx) => {
      const imported = await claim(tx, id);
      if (imported?.state === 'checking')
        await this.check(tx, await nextRows(tx, imported, CHECKED_TOGETHER));
      else if (imported?.state === 'running')
        await this.write(tx, await nextRows(tx, imported, size), rejection);
      else return false;
      return true;
    });
  }

  private async check(tx: ShopTransaction, batch: Batch): Promise<void> {
    const { imported, rows, isLast } = batch;
    const failed = new Map<string, RowError[]>();
    const plan = await this.planner(tx, batch);
    for (const [at, row] of rows.entries()) {
      if (at % VALIDATED_AT_ONCE === 0) await setImmediate();
      const planned = row.errors === null ? plan(row) : { errors: parseJson(row.errors) };
      if ('errors' in planned) failed.set(row.id, planned.errors);
    }
    await fail(tx, failed);
    await advance(tx, batch, {
      checked_count: imported.checked_count + rows.length,
      failed_count: imported.failed_count + failed.size,
      ...(isLast && { state: 'checked' }),
    });
  }

  private async write(tx: ShopTransaction, batch: Batch, rejection?: Rejection): Promise<void> {
    const { imported, rows, isLast } = batch;
    const failed = new Map<string, RowError[]>();
    const operations: Operation[] = [];
    const plan = await this.planner(tx, batch);
    for (const row of rows) {
      const planned = rejection ? { errors: errorsOf(imported, rejection) } : plan(row);
      if ('errors' in planned) failed.set(row.id, planned.errors);
      else operations.push(...planned.operations);
    }
    if (operations.length > 0)
      await behindLocks(tx, this.registry, operations, () => performOperations(tx, operations));
    await fail(tx, failed);
    await advance(tx, batch, {
      done_count: imported.done_count + rows.length - failed.size,
      failed_count: imported.failed_count + failed.size,
      ...(isLast && { state: 'finished', ended_at: await transactionTimeOf(tx) }),
    });
  }

  private async planner(
    tx: ShopTransaction,
    { imported, rows }: Batch,
  ): Promise<(row: Row<ImportRow>) => RowPlan> {
    const known = await knownObjects(tx, imported.id, rows);
    const planner = new RowPlanner(imported, this.targets, known, tx.shop.currency_code);
    return (row) => planner.plan(row);
  }
}

/**
 * Locks a CSV import for the transaction and reads the import. Returns undefined if a different process has
 * locked the import.
 */
async function claim(tx: ShopTransaction, id: string): Promise<Row<Import> | undefined> {
  const [lock] = await tx.query<{ claimed: boolean }>({ ...claimStatement, values: [id] });
  return lock!.claimed ? tx.repository(Import).findOne({ where: { id } }) : undefined;
}

async function nextRows(tx: ShopTransaction, imported: Row<Import>, size: number): Promise<Batch> {
  const { id: import_id, state, position } = imported;
  const rows = await tx.repository(ImportRow).find({
    where: { import_id, number: MoreThan(position), ...(state === 'running' && { errors: IsNull() }) },
    order: { number: 'ASC' },
    take: size,
  });
  return { imported, rows, isLast: rows.length < size };
}

async function fail(tx: ShopTransaction, failed: ReadonlyMap<string, RowError[]>): Promise<void> {
  if (failed.size === 0) return;
  const errors = [...failed.values()].map((each) => JSON.stringify(each));
  await tx.query({ ...failStatement, values: [tx.shop.id, [...failed.keys()], errors] });
}

/**
 * Stores the position of a CSV import after a batch. Throws if a client or a different process has changed
 * the import.
 */
async function advance(
  tx: ShopTransaction,
  { imported, rows }: Batch,
  values: ColumnValues<Import>,
): Promise<void> {
  const { id, state, position } = imported;
  const next = { position: rows.at(-1)?.number ?? position + 1, ...values };
  if (!(await tx.repository(Import).change({ id, state, position }, next))) throw new Superseded();
}

async function transactionTimeOf(tx: ShopTransaction): Promise<string> {
  const [row] = await tx.query<{ now: string }>({ name: 'now', text: 'SELECT now() AS now' });
  return row!.now;
}

type Rejection = ApiError | ApiErrors;

const isRejection = (error: unknown): error is Rejection =>
  error instanceof ApiError || error instanceof ApiErrors;

function errorsOf({ kind }: Row<Import>, rejection: Rejection): RowError[] {
  const [first] = rejection instanceof ApiErrors ? rejection.errors : [rejection];
  const { source } = first!;
  const isOfProduct = source && 'pointer' in source && source.pointer.startsWith('/product');
  return rowErrorsOf(kind, isOfProduct ? 'product' : 'variant', rejection);
}
