import { Injectable } from '@nestjs/common';
import { delayStepsMs } from '@storewright/entities';
import { type ListQuery, readUuid, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInOwner } from '@storewright/sessions';
import { AppCounts, type Counted } from './app-counts';
import { webhookCountsOfApp } from './installed-shops';

/**
 * SQL expression for the 95th percentile of webhook delays: the lowest histogram step that covers 95 % of the
 * deliveries.
 */
const p95 = `(SELECT (ARRAY[${delayStepsMs.join()}]::double precision[])[u.step]
  FROM (SELECT d.step, sum(d.many) OVER (ORDER BY d.step) AS up_to FROM unnest(r.delays) WITH ORDINALITY AS d (many, step)) u
  WHERE r.delivered > 0 AND u.up_to >= 0.95 * r.delivered ORDER BY u.step LIMIT 1)`;

const counted: Counted = {
  type: 'app_webhook_statistics',
  source: webhookCountsOfApp,
  numbers: ['delivered', 'waiting', 'failed'],
  others: { delay_p95_ms: p95 },
};

/** Webhook delivery counts of an app over all shops. The worker that sends webhooks records the counts. */
@Injectable()
export class AppWebhookStatistics {
  constructor(private readonly counts: AppCounts) {}

  async list(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const installation = readUuid(query.filters, 'installation') ?? null;
    return this.counts.list(counted, { owner, appId, query }, { installation });
  }

  find(owner: SignedInOwner, appId: string, id: string): Promise<DocumentRow> {
    return this.counts.find(counted, { owner, appId, id }, { installation: null });
  }
}
