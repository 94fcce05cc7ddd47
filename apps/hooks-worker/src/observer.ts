import { Injectable, Logger } from '@nestjs/common';
import { type AuditKind, notifyOfFailingWebhooks, recordAudit } from '@storewright/audit';
import { AuthDatabase, isUniqueViolation } from '@storewright/database';
import { Erasure, openCustomerErasure } from '@storewright/erasures';
import {
  type AnnouncedRedaction,
  DeliveryObserver,
  type ExpiredRange,
  type ExpiryWarning,
  type RedactionReceipt,
  type SkippedItem,
  type StateChange,
  WebhookCounts,
} from '@storewright/webhooks';
import { LRUCache } from 'lru-cache';
import { Metrics } from './metrics';

/**
 * Counts webhook deliveries. Records pauses, resumptions and lost events in the audit logs of the shop and of
 * the app's developer.
 */
@Injectable()
export class Observer extends DeliveryObserver {
  private readonly log = new Logger('webhooks');
  private readonly logged = new LRUCache<string, true>({ max: 10_000, ttl: 60 * 60 * 1000 });

  constructor(
    private readonly database: AuthDatabase,
    private readonly metrics: Metrics,
    private readonly counts: WebhookCounts,
  ) {
    super();
  }

  attempted(attempt: Parameters<DeliveryObserver['attempted']>[0]): void {
    this.metrics.attempted(attempt);
  }

  written({ shop_id, ...delivery }: Parameters<DeliveryObserver['written']>[0]): void {
    this.counts.note(shop_id, delivery);
  }

  ended(): Promise<void> {
    return this.counts.stop();
  }

  async stateChanged({ state, since, ...stream }: StateChange): Promise<void> {
    const kind = state === 'paused' ? 'webhooks.paused' : 'webhooks.resumed';
    await this.tell(kind, stream, { failing_since: new Date(since).toISOString() });
  }

  /**
   * Notifies members of a shop about failing webhooks. Errors are only logged, because the next failed
   * delivery notifies again.
   */
  async failing({ shop_id, receiver, since }: Parameters<DeliveryObserver['failing']>[0]): Promise<void> {
    const { installation_id } = receiver;
    await this.database
      .transaction({ shop_id }, (transaction) =>
        notifyOfFailingWebhooks(transaction, installation_id, new Date(since)),
      )
      .catch((error: Error) => this.log.warn({ err: error }, `members were not notified: ${error.message}`));
  }

  async expirySoon({ shop_id, receiver, ...detail }: ExpiryWarning): Promise<void> {
    await this.tell('webhooks.expiring', { shop_id, receiver }, detail);
  }

  async eventsExpired({ shop_id, receiver, ...detail }: ExpiredRange): Promise<void> {
    await this.tell('webhooks.expired', { shop_id, receiver }, detail);
  }

  /**
   * Counts every skipped item, but logs the same item at most once an hour, because an invalid item stays
   * invalid until somebody repairs it.
   */
  skipped({ kind, what, error }: SkippedItem): void {
    this.metrics.skipped(kind);
    if (this.logged.has(what)) return;
    this.logged.set(what, true);
    this.log.error({ err: error, skipped: kind, what });
  }

  async redactionAnnounced({
    shop_id,
    resource_id: customer_id,
    event_id: id,
    occurred_at: requested_at,
    resource,
  }: AnnouncedRedaction): Promise<void> {
    await openCustomerErasure(this.database, { shop_id, id, customer_id, requested_at, resource });
  }

  async redacted({
    shop_id,
    id,
    resource_type,
    resource_id,
    requested_at,
    cleared,
  }: RedactionReceipt): Promise<void> {
    const detail = { [`${resource_type.replace(/s$/, '')}_id`]: resource_id, requested_at, cleared };
    const entry = { kind: 'customers.redacted', id, shop_id, detail } as const;
    try {
      await this.database.transaction({ shop_id }, async (transaction) => {
        await recordAudit(transaction, entry);
        const cleared_at = () => 'now()';
        await transaction.of(Erasure).update({ shop_id, customer_id: resource_id }, { cleared_at });
      });
    } catch (error) {
      // The audit log entry already exists if a worker stopped after writing the entry and before marking the
      // redaction as finished.
      if (!isUniqueViolation(error)) throw error;
    }
  }

  private async tell(
    kind: AuditKind,
    { shop_id, receiver }: Pick<StateChange, 'shop_id' | 'receiver'>,
    more: Record<string, unknown>,
  ): Promise<void> {
    const { app_id, installation_id, developer_id: owner_id } = receiver;
    const detail = { installation_id, ...more };
    await this.database.transaction({ shop_id }, (transaction) =>
      recordAudit(transaction, { kind, shop_id, app_id, detail }),
    );
    await this.database.transaction({ owner_id }, (transaction) =>
      recordAudit(transaction, { kind, owner_id, app_id, detail: { ...detail, shop_id } }),
    );
  }
}
