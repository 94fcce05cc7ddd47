import { Inject, Injectable } from '@nestjs/common';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { Installation } from '@storewright/entities';
import type { SignedInOwner } from '@storewright/sessions';
import { uninstall } from '../installations/uninstall';
import { ISSUER } from '../oauth/issuer';
import { Apps, type Target } from './apps';
import { shopsOfApp } from './installed-shops';

@Injectable()
export class AppDeletion {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
    @Inject(ISSUER) private readonly issuer: string,
  ) {}

  delete(target: Target): Promise<void> {
    const { owner } = target;
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      // Locks the app like a grant does, so that no shop can install the app during its deletion.
      const { id, name } = await this.apps.lock(transaction, target);
      const shops = await shopsOfApp(transaction, id);
      await this.apps.end(transaction, id);
      const detail = { name, installed_shops: shops.length };
      const { id: owner_id, request_id, session_id: token_id } = owner;
      const who = { owner_id, request_id, token_id };
      await recordAudit(transaction, { kind: 'apps.deleted', app_id: id, detail, ...who });
      for (const shop_id of shops) await this.endIn(transaction, shop_id, id, owner);
    });
  }

  private async endIn(
    transaction: Transaction,
    shop_id: string,
    app_id: string,
    { request_id, session_id: token_id }: SignedInOwner,
  ): Promise<void> {
    transaction.enter({ shop_id });
    const installation = await transaction.of(Installation).findOne({
      where: { shop_id, app_id, status: 'installed' },
      lock: { mode: 'pessimistic_write' },
    });
    // A concurrent request has already uninstalled the app from the shop.
    if (!installation) return;
    const ended = { shop_id, installation_id: installation.id, app_id, request_id, token_id };
    await uninstall(transaction, { ...ended, actor: 'person', reason: 'app deleted' }, this.issuer);
  }
}
