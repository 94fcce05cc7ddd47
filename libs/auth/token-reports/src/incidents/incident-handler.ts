import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AuthDatabase, PeriodicJob, type Transaction } from '@storewright/database';
import { parseJson, type Row, TokenIncident } from '@storewright/entities';
import { alertOwners } from '../canaries/canary-alert';
import { type Incident, leakOf, revokeLeaked } from '../leaks/leaked-tokens';
import { announceExpiry, expireUnused } from '../unused/unused-tokens';
import { onIncident } from './token-incidents';

/**
 * Interval between polls of the queue of token incidents. This process handles the incidents that it queued
 * itself without waiting for the next poll.
 */
const POLL_INTERVAL_MS = 5_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Handles a queued token incident of one kind, in the transaction that deletes the incident. */
type Handle = (transaction: Transaction, incident: Incident) => Promise<unknown>;

const handlers: Record<TokenIncident['kind'], Handle> = {
  reported: (transaction, incident) => revokeLeaked(transaction, leakOf(incident)),
  canary_used: alertOwners,
  expiring: announceExpiry,
  expired: expireUnused,
};

/**
 * Handles queued token incidents, such as leaks, in order. If a process crashes, another instance handles the
 * incident.
 */
@Injectable()
export class IncidentHandler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('token-incidents');
  private unsubscribe: () => void = () => undefined;
  private readonly job = new PeriodicJob({
    everyMs: POLL_INTERVAL_MS,
    run: () => this.handleAll(),
    failed: (error) => this.log.warn({ err: error }, 'incidents stay queued: the database is unavailable'),
  });

  constructor(private readonly database: AuthDatabase) {}

  onApplicationBootstrap(): void {
    this.unsubscribe = onIncident(() => void this.job.run());
    this.job.start();
    void this.job.run();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.unsubscribe();
    return this.job.stop();
  }

  /**
   * Handles all queued token incidents. An incident whose handling fails stays in the queue for the next run.
   */
  private async handleAll(): Promise<void> {
    for (let next = await this.nextAfter(FIRST_ID); next; next = await this.nextAfter(next.id)) {
      await this.handle(next).catch((error: Error) =>
        this.log.error({ err: error, kind: next?.kind }, 'an incident of a token was not handled'),
      );
      if (this.job.isStopping) return;
    }
  }

  private async nextAfter(id: string): Promise<Row<TokenIncident> | undefined> {
    const queue = this.database.of({}, TokenIncident).createQueryBuilder('i').where('i.id > :id', { id });
    return (await queue.orderBy('i.id').limit(1).getOne()) ?? undefined;
  }

  private handle({ id, digest }: Row<TokenIncident>): Promise<void> {
    const credential = digest.toString('hex');
    return this.database.transaction({ credential }, async (transaction) => {
      const queue = transaction.of(TokenIncident);
      const locked = queue.createQueryBuilder('i').where('i.id = :id', { id }).setLock('pessimistic_write');
      // If the row of the token incident is missing or locked, another instance handles it.
      const incident = await locked.setOnLocked('skip_locked').getOne();
      if (!incident) return;
      await handlers[incident.kind]?.(transaction, { ...incident, detail: parseJson(incident.detail) });
      await queue.delete({ id });
    });
  }
}
