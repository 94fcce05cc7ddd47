// Written in SQL: calls database functions that process the erasure requests of all shops.
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, PeriodicJob } from '@storewright/database';
import { open } from '@storewright/tokens';
import { bodyOf, headersOf } from '@storewright/webhook-message';
import {
  isSuccess,
  type Outcome,
  WEBHOOK_SETTINGS,
  WebhookClient,
  type WebhookSettings,
} from '@storewright/webhooks';

/** Interval in milliseconds between queries for due erasure requests. */
const INTERVAL_MS = 5_000;
/**
 * Seconds after which another worker repeats a step of an erasure request, because the first worker may have
 * crashed.
 */
const LEASE_SECONDS = 5 * 60;
const MAX_CONCURRENT = 4;

const eventTypes = {
  customer: 'customers.redaction_requested',
  shop: 'shops.redaction_requested',
} as const;

interface DueRequest {
  shop_id: string;
  domain: string;
  erasure_id: string;
  installation_id: string;
  app_id: string;
  app_name: string;
  subject: keyof typeof eventTypes;
  resource: string;
  requested_at: string;
  webhook_url: string | null;
  secrets: string[];
  is_overdue: boolean;
}

const claim = {
  name: 'claim-erasure-request',
  text: 'SELECT * FROM auth.claim_erasure_request($1)',
  values: [LEASE_SECONDS],
};
const settle = {
  name: 'settle-erasure-request',
  text: 'SELECT auth.settle_erasure_request($1, $2, $3, $4, $5)',
};
const escalate = {
  name: 'escalate-erasure-request',
  text: 'SELECT auth.escalate_erasure_request($1, $2) AS escalated',
};

/**
 * Sends erasure requests to apps until the apps confirm, reminds developers, and reports overdue requests to
 * shop owners. Includes uninstalled apps and apps without a subscription.
 */
@Injectable()
export class ErasureJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('erasures');
  private readonly client: WebhookClient;
  private readonly job = new PeriodicJob({
    everyMs: INTERVAL_MS,
    run: () => this.serveAll(),
    failed: (error) => this.log.warn(`erasure requests are delayed: ${error.message}`),
  });

  constructor(
    private readonly database: AuthDatabase,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
  ) {
    const { policy, resolve, exchangeMs: timeoutMs } = settings;
    this.client = new WebhookClient({ policy, resolve, timeoutMs });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.job.stop();
    this.client.close();
  }

  poll(): Promise<void> {
    return this.job.run();
  }

  private async serveAll(): Promise<void> {
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, () => this.serveInTurn()));
  }

  private async serveInTurn(): Promise<void> {
    for (let due = await this.claim(); due && !this.job.isStopping; due = await this.claim()) {
      if (due.is_overdue) await this.escalate(due);
      else await this.send(due);
    }
  }

  private async claim(): Promise<DueRequest | undefined> {
    const [due] = await this.database.query<DueRequest>({}, claim);
    return due;
  }

  private async send(due: DueRequest): Promise<void> {
    const secrets = this.secretsOf(due);
    const { shop_id, erasure_id, installation_id, webhook_url: url } = due;
    const outcome = url === null || secrets.length === 0 ? undefined : await this.post(due, url, secrets);
    const isDelivered = outcome !== undefined && isSuccess(outcome);
    const { status = null, error = null } = outcome ?? {};
    const values = [erasure_id, installation_id, status, error, isDelivered];
    await this.database.query({ shop_id }, { ...settle, values });
  }

  private post(due: DueRequest, url: string, secrets: readonly string[]): Promise<Outcome> {
    const { shop_id, domain, erasure_id: id, subject, resource, requested_at: occurred_at } = due;
    const event = { id, type: eventTypes[subject], occurred_at, resource, changed: [] };
    const body = bodyOf({ ...event, sequence: null, epoch: null }, { id: shop_id, domain });
    return this.client.send({
      url,
      headers: headersOf({ id, at: this.settings.clock.now(), body }, secrets),
      body,
    });
  }

  /**
   * Decrypts webhook secrets. Skips a secret that cannot be decrypted, because webhook deliveries of the app
   * already report this problem.
   */
  private secretsOf({ secrets }: DueRequest): string[] {
    return secrets.flatMap((sealed) => {
      try {
        return [open(this.settings.secretsKeys, sealed)];
      } catch {
        return [];
      }
    });
  }

  private async escalate({ shop_id, erasure_id, installation_id, app_id }: DueRequest): Promise<void> {
    await this.database.transaction({ shop_id }, async (transaction) => {
      const [row] = await transaction.query<{ escalated: boolean }>({
        ...escalate,
        values: [erasure_id, installation_id],
      });
      if (!row?.escalated) return;
      const detail = { erasure_id, installation_id };
      await recordAudit(transaction, { kind: 'erasures.overdue', shop_id, app_id, detail });
    });
  }
}
