import { Injectable } from '@nestjs/common';
import { recordAudit } from '@storewright/accounts';
import { AuthDatabase } from '@storewright/database';
import { DeliveryObserver, type StateChange } from '@storewright/webhooks';
import { Metrics } from './metrics';

/** Counts, and tells the shop's owner and the app's developer in their logs when an app is not reached any more, and when it is again. */
@Injectable()
export class Observer extends DeliveryObserver {
  constructor(
    private readonly database: AuthDatabase,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  attempted(attempt: Parameters<DeliveryObserver['attempted']>[0]): void {
    this.metrics.attempted(attempt);
  }

  async stateChanged({ shop_id, target, state, since }: StateChange): Promise<void> {
    const { app_id, installation_id, developer_id: owner_id } = target;
    const kind = state === 'paused' ? 'webhooks.paused' : 'webhooks.resumed';
    const detail = { installation_id, failing_since: new Date(since).toISOString() };
    await this.database.transaction({ shop_id }, (transaction) =>
      recordAudit(transaction, { kind, shop_id, app_id, detail }),
    );
    await this.database.transaction({ owner_id }, (transaction) =>
      recordAudit(transaction, { kind, owner_id, app_id, detail: { ...detail, shop_id } }),
    );
  }
}
