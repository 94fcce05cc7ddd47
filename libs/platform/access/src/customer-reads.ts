// Uses SQL instead of TypeORM, because one statement must merge the ids of many customers.
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { type DocumentRow, type IncludedResources, isToMany, type Resource } from '@storewright/json-api';
import { BatchedCounts, beginOf, countedId, type CredentialCount } from './batched-counts';
import type { Grant } from './grant';
import { IdSample } from './id-sample';

/**
 * Number of days for which the daily samples of customers are stored. Scope counts are stored equally long.
 */
const CUSTOMER_DAYS_KEPT = 100;
/**
 * Maximum number of customer samples in memory. With 256 ids per sample, this many samples need about 50 MB.
 */
const MAX_SAMPLES = 2_000;
const PERSON_TYPE = 'customers';

interface Count extends CredentialCount {
  type: string;
  sample: IdSample;
}

/**
 * Merges samples of customer ids into the stored samples of the current UTC day, and deletes expired samples
 * of the shop. Excludes customers for whom an erasure was requested.
 */
const write = `WITH outdated AS (
    DELETE FROM auth.customer_days
    WHERE shop_id = $1 AND day < least(now(), $2::timestamptz) - interval '${CUSTOMER_DAYS_KEPT} days'),
  sampled AS (SELECT * FROM unnest($7::uuid[], $8::text[], $9::uuid[]) AS n (credential_id, type, customer_id)),
  counted AS (SELECT n.*, ARRAY(SELECT s.customer_id FROM sampled s
      WHERE s.credential_id = n.credential_id AND s.type = n.type AND NOT EXISTS (
        SELECT FROM auth.erasures e WHERE e.shop_id = $1 AND e.customer_id = s.customer_id)) AS customer_ids
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::integer[]) AS n (credential_id, credential, type, level))
  INSERT INTO auth.customer_days AS d (shop_id, day, credential_id, credential, type, level, customer_ids)
  SELECT $1, date_bin('1 day', $2::timestamptz, to_timestamp(0)), c.* FROM counted c WHERE c.customer_ids <> '{}'
  ON CONFLICT (shop_id, day, credential_id, type) DO UPDATE SET
    level = auth.sample_level(d.customer_ids || EXCLUDED.customer_ids, greatest(d.level, EXCLUDED.level)),
    customer_ids = auth.sample_of(d.customer_ids || EXCLUDED.customer_ids,
      auth.sample_level(d.customer_ids || EXCLUDED.customer_ids, greatest(d.level, EXCLUDED.level)))`;

/**
 * Estimates how many customers' data each installation and access token reads per UTC day and resource type,
 * so that shop owners know which app has personal data. Stores only a sample of the customer ids. Does not
 * count requests of the admin panel.
 */
@Injectable()
export class CustomerReads implements OnModuleInit, OnApplicationShutdown {
  private readonly counts: BatchedCounts<Count>;
  /** Name of the database column with the customer id, keyed by resource. */
  private readonly columns = new Map<Resource, string | undefined>();

  constructor(private readonly database: AuthDatabase) {
    this.counts = new BatchedCounts(database, {
      what: 'samples of customers',
      everyMs: 5_000,
      maxKeys: MAX_SAMPLES,
      write: { name: 'customer-reads', text: write },
      columns: (counts) => this.columnsOf(counts),
      add: (to, { sample }) => to.sample.merge(sample),
    });
  }

  onModuleInit(): void {
    this.counts.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.counts.stop();
  }

  add(grant: Grant, resource: Resource, rows: readonly DocumentRow[]): void {
    let column = this.columns.get(resource);
    if (column === undefined) {
      if (this.columns.has(resource)) return;
      this.columns.set(resource, (column = customerColumn(resource)));
      if (column === undefined) return;
    }
    this.addRows(grant, resource.type, column, rows);
  }

  /** Counts the customers with these ids. `type` is the resource type of the objects in the response. */
  addIds(grant: Grant, type: string, ids: readonly string[]): void {
    if (ids.length === 0) return;
    const sample = this.sampleOf(grant, type);
    if (sample) for (const id of ids) sample.add(id);
  }

  addIncluded(grant: Grant, included: IncludedResources): void {
    for (const { resource, row } of included) this.add(grant, resource, [row]);
  }

  flush(): Promise<void> {
    return this.counts.flush();
  }

  private addRows(grant: Grant, type: string, column: string, rows: readonly DocumentRow[]): void {
    let sample: IdSample | undefined;
    for (const row of rows) {
      const customer = row[column];
      if (typeof customer !== 'string') continue;
      sample ??= this.sampleOf(grant, type);
      if (!sample) return;
      sample.add(customer);
    }
  }

  /**
   * Returns the sample of customer ids for a credential. Returns undefined for a token of the admin panel, or
   * if too many samples are in memory.
   */
  private sampleOf(grant: Grant, type: string): IdSample | undefined {
    const id = countedId(grant);
    if (id === undefined) return undefined;
    const begin = () => ({ ...beginOf(grant), type, sample: new IdSample() });
    return this.counts.count(`${id} ${type}`, begin)?.sample;
  }

  private columnsOf(counts: readonly Count[]): unknown[] {
    const sampled = counts.flatMap(({ credential_id, type, sample }) =>
      [...sample.ids].map((customer) => ({ credential_id, type, customer })),
    );
    return [
      new Date(this.database.clock.now()),
      counts.map(({ credential_id }) => credential_id),
      counts.map(({ credential }) => credential),
      counts.map(({ type }) => type),
      counts.map(({ sample }) => sample.level),
      sampled.map(({ credential_id }) => credential_id),
      sampled.map(({ type }) => type),
      sampled.map(({ customer }) => customer),
    ];
  }
}

/**
 * Returns the name of the column with the customer id: `id` for the resource `customers`, or the foreign key
 * of a to-one relationship to a customer.
 */
function customerColumn({ type, relationships }: Resource): string | undefined {
  if (type === PERSON_TYPE) return 'id';
  for (const relationship of Object.values(relationships))
    if (relationship.type === PERSON_TYPE && !isToMany(relationship)) return relationship.column;
  return undefined;
}
