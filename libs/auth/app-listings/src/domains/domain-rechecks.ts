import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AuthDatabase, PeriodicJob } from '@storewright/database';
import { DeveloperDomains } from './developer-domains';

/** Interval between queries for domains that are due for verification. */
const POLL_INTERVAL_MS = 10 * 60 * 1000;
/**
 * Seconds after which another process repeats a domain verification, because the first process may have
 * crashed.
 */
const LEASE_SECONDS = 15 * 60;

/**
 * Repeats the verification of verified domains every day. A domain with neither the TXT record nor the file
 * loses the verified status.
 */
@Injectable()
export class DomainRechecks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('developer-domains');
  private readonly job = new PeriodicJob({
    everyMs: POLL_INTERVAL_MS,
    run: () => this.checkDue(),
    failed: (error) => this.log.warn({ err: error }, 'domains were not checked'),
  });

  constructor(
    private readonly database: AuthDatabase,
    private readonly domains: DeveloperDomains,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  async checkDue(): Promise<void> {
    for (let due = await this.claim(); due && !this.job.isStopping; due = await this.claim())
      await this.domains.check(due.owner_id, due.id).catch((error: unknown) => {
        this.log.warn({ err: error, domain: due!.id }, 'a domain was not checked');
      });
  }

  private async claim(): Promise<{ id: string; owner_id: string } | undefined> {
    const text = 'SELECT id, owner_id FROM auth.claim_domain_check($1)';
    const [due] = await this.database.query<{ id: string; owner_id: string }>(
      {},
      { name: 'domain-check-claim', text, values: [LEASE_SECONDS] },
    );
    return due;
  }
}
