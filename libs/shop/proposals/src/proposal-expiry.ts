// Uses raw SQL to delete the outdated proposals of a shop, whatever their status.
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, ShopDatabase } from '@storewright/database';
import { tableOf } from '@storewright/entities';
import { type RowsOfShop, ShopDirectory, ShopRows } from '@storewright/tenancy';
import { ProposalChange } from './proposal-change.entity';
import { Proposal } from './proposal.entity';
import { proposals } from './proposals.resource';

const INTERVAL_MS = 30_000;
/** Number of days for which proposed writes are stored. */
export const RETENTION_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_EXPIRED = 100;

const shopsStatement = {
  name: 'shops-with-due-proposals',
  text: 'SELECT shop.shops_with_due_proposals($1::timestamptz, $2::timestamptz) AS shop_id',
};
const deleteChanges = {
  name: 'delete-proposal-changes',
  text: `DELETE FROM ${tableOf(ProposalChange)} c USING ${tableOf(Proposal)} p
    WHERE c.shop_id = $1 AND p.shop_id = $1 AND p.id = c.proposal_id AND p.created_at < $2::timestamptz`,
};
const deleteProposals = {
  name: 'delete-proposals',
  text: `DELETE FROM ${tableOf(Proposal)} WHERE shop_id = $1 AND created_at < $2::timestamptz`,
};

@Injectable()
export class ProposalExpiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('proposals');
  private readonly job = new PeriodicJob({
    everyMs: INTERVAL_MS,
    run: () => this.endAll(),
    failed: (error) => this.log.warn(`cannot read expired proposals: ${error.message}`),
  });

  constructor(
    private readonly database: ShopDatabase,
    private readonly directory: ShopDirectory,
    private readonly rows: ShopRows,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  run(): Promise<void> {
    return this.job.run();
  }

  private async endAll(): Promise<void> {
    const now = this.database.clock.now();
    const outdated = new Date(now - RETENTION_DAYS * DAY_MS).toISOString();
    const values = [new Date(now).toISOString(), outdated];
    const shops = await this.database.query<{ shop_id: string }>({}, { ...shopsStatement, values });
    for (const { shop_id } of shops) {
      if (this.job.isStopping) return;
      await this.endOf(shop_id, { now, outdated }).catch((error: Error) =>
        this.log.error({ err: error }, `proposals of shop ${shop_id} were not ended: ${error.message}`),
      );
    }
  }

  private async endOf(shop_id: string, { now, outdated }: { now: number; outdated: string }): Promise<void> {
    const shop = await this.directory.findById(shop_id);
    if (!shop) return;
    const rows = this.rows.of(shop);
    const where = { status: 'pending' } as const;
    const pending = await rows.repository(Proposal).find({ where, order: { id: 'ASC' }, take: MAX_EXPIRED });
    for (const { id, actor_id, actor_name, expires_at } of pending) {
      if (Date.parse(expires_at) > now) break;
      const actor = { type: 'app', id: actor_id!, name: actor_name! } as const;
      await expire(this.rows.of({ ...shop, actor }), id, now);
    }
    const remove = (statement: { name: string; text: string }) =>
      this.database.query({ shop_id }, { ...statement, values: [shop_id, outdated] });
    await remove(deleteChanges);
    await remove(deleteProposals);
  }
}

function expire(rows: RowsOfShop, id: string, now: number): Promise<void> {
  return rows.transaction(async (tx) => {
    const repository = tx.repository(Proposal);
    const proposal = await repository.findOne({ where: { id, status: 'pending' }, lock: 'no_key_update' });
    if (!proposal) return;
    const decided_at = new Date(now).toISOString();
    await repository.update(proposal, { status: 'expired', decided_at, document: null });
    await tx.emit(proposals, 'expired', proposal);
  });
}
