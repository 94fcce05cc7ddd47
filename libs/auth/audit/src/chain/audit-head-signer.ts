// Written in SQL: calls a database function that lists shops with unsigned audit log entries.
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AuthDatabase, PeriodicJob } from '@storewright/database';
import { AuditHead } from './audit-head.entity';
import { AUDIT_SETTINGS, type AuditSettings } from './audit-keys';
import { ChainVerifier, type AuditProblem } from './chain-verifier';
import { type ClosedDay, DayEnds } from './day-ends';
import { signHead } from './signed-head';
import { StoredChains } from './stored-chains';

const INTERVAL_MS = 15 * 60 * 1000;
const FIRST_DELAY_MS = 20_000;
const SHOPS_AT_ONCE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Signs the last hash of every audit log once a day (docs/adr/audit-log.md). Verifies the new entries first,
 * so that no signature covers a tampered entry.
 */
@Injectable()
export class AuditHeadSigner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('audit');
  private readonly job = new PeriodicJob({
    everyMs: INTERVAL_MS,
    run: () => this.signAll(),
    failed: (error) => this.log.error({ err: error }, `audit heads were not signed: ${error.message}`),
  });

  constructor(
    private readonly database: AuthDatabase,
    private readonly chains: StoredChains,
    @Inject(AUDIT_SETTINGS) private readonly settings: AuditSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start(FIRST_DELAY_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /** Signs the last hash of every shop's audit log up to the end of yesterday (UTC). */
  async signAll(): Promise<void> {
    const today = new Date(this.database.clock.now()).toISOString().slice(0, 10);
    let after = FIRST_ID;
    for (;;) {
      const shops = await this.unsignedShops(today, after);
      for (const shop_id of shops) {
        if (this.job.isStopping) return;
        await this.signShop(shop_id, today);
      }
      if (shops.length < SHOPS_AT_ONCE) return;
      after = shops.at(-1)!;
    }
  }

  private async unsignedShops(today: string, after: string): Promise<string[]> {
    const text = 'SELECT id FROM auth.shops_without_audit_head($1, $2, $3) AS shops (id)';
    const values = [`${today}T00:00:00Z`, after, SHOPS_AT_ONCE];
    const rows = await this.database.query<{ id: string }>({}, { name: 'audit-unsigned', text, values });
    return rows.map(({ id }) => id);
  }

  private async signShop(shop_id: string, today: string): Promise<void> {
    const { days, problem } = await this.unsignedDays(shop_id, today);
    if (problem)
      return this.log.error(
        { shop_id, entry_id: problem.entry_id },
        `the audit log of a shop is not signed: ${problem.detail} Run "operator verify-audit".`,
      );
    const last = days.at(-1);
    if (!last) return;
    await this.database.transaction({ shop_id }, async (transaction) => {
      const heads = days.map((day) => this.headOf(shop_id, day));
      await transaction.of(AuditHead).createQueryBuilder().insert().values(heads).orIgnore().execute();
    });
    // The log line keeps the signed hash outside of the database. It exposes an attacker who replaces an
    // audit log together with its signatures.
    this.log.log({ shop_id, sequence: last.sequence, hash: last.hash }, 'audit head signed');
  }

  private async unsignedDays(
    shop_id: string,
    today: string,
  ): Promise<{ days: ClosedDay[]; problem: AuditProblem | undefined }> {
    const newest = (await this.chains.headsOf(shop_id)).slice(-1);
    const nowMs = this.database.clock.now();
    const chain = { shop_id, keys: this.settings.keys, heads: newest, nowMs, retentionDays: -Infinity };
    const [verifier, ends] = [new ChainVerifier(chain), new DayEnds(today)];
    for await (const page of this.chains.pages(shop_id, newest[0]?.sequence ?? 0))
      for (const { link, entry } of page) {
        verifier.add(link, entry);
        if (entry) ends.add(link, entry.created_at);
      }
    return { days: ends.closed(), problem: verifier.firstProblem };
  }

  private headOf(shop_id: string, { day, sequence, hash }: ClosedDay) {
    const { keys } = this.settings;
    return {
      ...{ shop_id, sequence, day: `${day}T00:00:00Z`, hash: Buffer.from(hash, 'hex') },
      ...{ key_id: keys.newest.id, jws: signHead(keys, { shop_id, sequence, hash, day }) },
    };
  }
}
