import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage } from '@storewright/database';
import { App, AuditEntry, Shop } from '@storewright/entities';
import { isUuid, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInOwner } from '@storewright/sessions';
import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { filtered } from '../list-filters';
import { Apps } from './apps';
import { activityOf, installationsOfApp, webhooksOf } from './installed-shops';

/** Reads the installations of an app in all shops, for the app's developer. */
@Injectable()
export class AppInstallations {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
    @InjectRepository(App, 'auth') private readonly repository: Repository<App>,
  ) {}

  async list(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const { id } = await this.apps.find({ owner, id: appId });
    const { installations, webhookStatus } = installationsOf(id, this.repository);
    const expressions = { status: 'i.status', shop_domain: 's.domain', webhook_status: webhookStatus };
    filtered(installations, query.filters, expressions);
    const read = listing(installations, { id: 'i.id' });
    return readPage((statement) => this.database.query({ owner_id: owner.id }, statement), read, query);
  }

  async find(owner: SignedInOwner, appId: string, id: string): Promise<DocumentRow> {
    const app = await this.apps.find({ owner, id: appId });
    const visible = this.database.of({ owner_id: owner.id }, this.repository);
    const { installations } = installationsOf(app.id, visible);
    const row = isUuid(id) && (await installations.andWhere('i.id = :id', { id }).getRawOne<DocumentRow>());
    if (!row) throw notFound('installations', id);
    return row;
  }
}

const columns = ['id', 'shop_id', 'app_id', 'scopes', 'status', 'installed_at', 'uninstalled_at'];
const deliveries = ['delivered', 'waiting', 'failed'];
const activity = ['token_status', 'last_used_at', 'requests', 'client_errors', 'server_errors'];

function installationsOf(app_id: string, { manager }: Repository<App>) {
  const query = manager.createQueryBuilder().from(installationsOfApp, 'i').select([]);
  for (const column of columns) query.addSelect(`i.${column}`, column);
  for (const column of activity) query.addSelect(activityOf(column), column);
  for (const status of deliveries) query.addSelect(webhooksOf(status), `webhooks_${status}`);
  query
    .addSelect('s.domain', 'shop_domain')
    .addSelect('s.name', 'shop_name')
    .innerJoin(App, 'a', 'a.id = i.app_id')
    .innerJoin(Shop, 's', 's.id = i.shop_id');
  const isTold = "a.webhook_url IS NOT NULL AND i.status = 'installed'";
  const isPaused = `${lastWebhookEntry(query, 'e.kind')} <> 'webhooks.resumed'`;
  const webhookStatus = `(CASE WHEN ${isTold} THEN CASE WHEN ${isPaused} THEN 'paused' ELSE 'active' END END)`;
  const since = lastWebhookEntry(query, "(e.detail->>'failing_since')::timestamptz");
  query
    .addSelect(webhookStatus, 'webhook_status')
    .addSelect(`CASE WHEN ${isTold} AND ${isPaused} THEN ${since} END`, 'webhook_failing_since')
    .where('true')
    .setParameters({ app_id });
  return { installations: query, webhookStatus };
}

/**
 * SQL subquery for the latest audit log entry about webhooks of an installation. `Observer` of
 * apps/hooks-worker writes these entries.
 */
function lastWebhookEntry(query: SelectQueryBuilder<ObjectLiteral>, column: string): string {
  const told = query.subQuery().from(AuditEntry, 'e').select(column);
  return told
    .where('e.owner_id IS NOT NULL AND e.owner_id = a.owner_id AND e.app_id = i.app_id')
    .andWhere(`e.kind IN ('webhooks.paused', 'webhooks.resumed', 'webhooks.expiring', 'webhooks.expired')`)
    .andWhere(`e.detail->>'installation_id' = i.id::text`)
    .orderBy('e.id', 'DESC')
    .limit(1)
    .getQuery();
}
