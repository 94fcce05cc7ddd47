import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { announce } from '@storewright/access';
import { type AuditEntry, recordAudit, type SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import { App, type Row } from '@storewright/entities';
import {
  checkIfMatch,
  etagOf,
  isUuid,
  type ListQuery,
  notFound,
  type Page,
  type ParsedResource,
  refuseOthers,
} from '@storewright/json-api';
import { type FindOptionsWhere, IsNull, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { appColumns, apps } from './app.resource';
import { type CreateApp, ordered, type UpdateApp } from './app-input';
import { AppSecrets, type Rotated, WebhookSecrets } from './app-secrets';
import { WebhookUrls } from './webhook-urls';

/** One app of one developer, and the state of it that the client knows. */
export interface Target {
  owner: SignedInOwner;
  id: string;
  ifMatch?: string | undefined;
}

/** The apps of developers. An app belongs to one person; to anybody else it is not there. */
@Injectable()
export class Apps {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(App, 'auth') private readonly apps: Repository<App>,
    private readonly secrets: AppSecrets,
    private readonly webhookSecrets: WebhookSecrets,
    private readonly webhookUrls: WebhookUrls,
  ) {}

  list({ id: owner_id }: SignedInOwner, query: ListQuery): Promise<Page> {
    const { name } = query.filters;
    const apps = selectColumns(this.apps.createQueryBuilder('a'), appColumns).where(
      'a.owner_id = :owner_id AND a.deleted_at IS NULL',
      { owner_id },
    );
    if (name !== undefined) apps.andWhere('a.name = :name', { name });
    const read = listing(apps, { id: 'a.id', name: 'a.name' });
    return readPage((statement) => this.database.query({ owner_id }, statement), read, query);
  }

  async find({ owner, id }: Target): Promise<Row<App>> {
    const apps = this.database.of({ owner_id: owner.id }, this.apps);
    const app = isUuid(id) && (await apps.findOneBy(ofOwner(owner, id)));
    if (!app) throw notFound('apps', id);
    return app;
  }

  async create(
    owner: SignedInOwner,
    { id = uuidv7(), attributes }: ParsedResource<CreateApp>,
  ): Promise<{ row: Row<App>; secret: string; webhookSecret: string }> {
    await this.webhookUrls.check(attributes.webhook_url);
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      const row = this.apps.create({ id, owner_id: owner.id, ...columnsOf(attributes) });
      await transaction.of(this.apps).insert(row);
      const secret = await this.secrets.add(transaction, id);
      const webhookSecret = await this.webhookSecrets.add(transaction, id);
      const { name, scopes } = attributes;
      await this.audit(transaction, owner, id, { kind: 'apps.created', detail: { name, scopes } });
      return { row, secret, webhookSecret };
    });
  }

  async change({ owner, id, ifMatch }: Target, input: ParsedResource<UpdateApp>): Promise<Row<App>> {
    const { attributes } = input;
    await this.webhookUrls.check(attributes.webhook_url);
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      const row = await this.lock(transaction, { owner, id, ifMatch });
      refuseOthers(apps, input, row);
      const changed = Object.keys(attributes);
      if (changed.length === 0) return row;
      const next = await this.update(transaction, { ...row, ...columnsOf({ ...row, ...attributes }) });
      await this.audit(transaction, owner, id, { kind: 'apps.updated', detail: { changed } });
      await announce(transaction, { app_id: row.id });
      return next;
    });
  }

  /** A new generation of the secret of this kind. */
  rotateSecret(
    { owner, id }: Target,
    kind: 'app_secrets' | 'webhook_secrets',
  ): Promise<Rotated & { row: Row<App> }> {
    const secrets = kind === 'app_secrets' ? this.secrets : this.webhookSecrets;
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      const row = await this.lock(transaction, { owner, id });
      const rotated = await secrets.rotate(transaction, id);
      await this.audit(transaction, owner, id, { kind: `${kind}.rotated` });
      await announce(transaction, { app_id: row.id });
      return { row, ...rotated };
    });
  }

  /** The app's row, held until the transaction ends. */
  async lock(transaction: Transaction, { owner, id, ifMatch }: Target): Promise<Row<App>> {
    const lock = { mode: 'pessimistic_write' } as const;
    const where = ofOwner(owner, id);
    const app: Row<App> | null = isUuid(id) ? await transaction.of(this.apps).findOne({ where, lock }) : null;
    if (!app) throw notFound('apps', id);
    checkIfMatch(ifMatch, etagOf(app));
    return app;
  }

  /** The app is gone, and with it its secrets; the row stays for the audit log. It is locked. */
  async end(transaction: Transaction, id: string): Promise<void> {
    const ended = {
      deleted_at: () => 'now()',
      version: () => 'version + 1',
      updated_at: () => 'clock_timestamp()',
    };
    await transaction.of(this.apps).update({ id }, ended);
    await this.secrets.forget(transaction, id);
    await this.webhookSecrets.forget(transaction, id);
  }

  /** Its next version, later than the one before whatever the clock says. */
  private async update(transaction: Transaction, app: Row<App>): Promise<Row<App>> {
    const { id, name, install_url, scopes, webhook_url, webhook_events, require_proof, require_secret } = app;
    const { description, privacy_url, support_url } = app;
    const next = {
      ...{ name, install_url, scopes, webhook_url, webhook_events, require_proof, require_secret },
      ...{ description, privacy_url, support_url },
      version: () => 'version + 1',
      updated_at: () => 'greatest(clock_timestamp(), updated_at + make_interval(secs => 0.000001))',
    };
    const { raw } = await transaction
      .of(this.apps)
      .update({ id }, next, { returning: ['version', 'updated_at'] });
    return { ...app, ...(raw as [Pick<App, 'version' | 'updated_at'>])[0] };
  }

  private audit(
    transaction: Transaction,
    { id: owner_id, request_id }: SignedInOwner,
    app_id: string,
    what: Pick<AuditEntry, 'kind' | 'detail'>,
  ): Promise<void> {
    return recordAudit(transaction, { ...what, owner_id, app_id, request_id });
  }
}

/** To anybody but its developer an app is not there. */
function ofOwner({ id: owner_id }: SignedInOwner, id: string): FindOptionsWhere<App> {
  return { id, owner_id, deleted_at: IsNull() };
}

function columnsOf(app: Omit<CreateApp, 'check'>) {
  const { name, install_url, scopes, webhook_url = null, webhook_events = [] } = app;
  const { require_proof = false, require_secret = false } = app;
  const { description = null, privacy_url = null, support_url = null } = app;
  return {
    ...{ description, privacy_url, support_url },
    ...{ name, install_url, scopes: ordered(scopes), webhook_url, require_proof, require_secret },
    webhook_events: [...new Set(webhook_events)],
  };
}
