import { Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { type AuditEntry, recordAudit, type SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, readPage, type Transaction } from '@storewright/database';
import {
  checkIfMatch,
  etagOf,
  isUuid,
  type ListQuery,
  notFound,
  type Page,
  type ParsedResource,
  type Row,
} from '@storewright/json-api';
import { v7 as uuidv7 } from 'uuid';
import { appColumns } from './app.resource';
import { type CreateApp, ordered, type UpdateApp } from './app-input';
import { AppSecrets, type Rotated, WebhookSecrets } from './app-secrets';
import { WebhookUrls } from './webhook-urls';

/** One app of one developer, and the state of it that the client knows. */
export interface Target {
  owner: SignedInOwner;
  id: string;
  ifMatch?: string | undefined;
}

const statements = {
  insert: `INSERT INTO auth.apps (id, owner_id, name, install_url, scopes, webhook_url, webhook_events, require_proof)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${appColumns}`,
  find: `SELECT ${appColumns} FROM auth.apps WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL`,
  update: `UPDATE auth.apps SET name = $2, install_url = $3, scopes = $4, webhook_url = $5, webhook_events = $6, require_proof = $7,
      version = version + 1, updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
    WHERE id = $1 RETURNING ${appColumns}`,
  seenByShop: `SELECT a.id, $1::uuid AS shop_id, a.name, o.name AS maker, a.install_url, a.scopes, a.webhook_events,
      i.id AS installation_id, i.scopes AS granted_scopes
    FROM auth.apps a JOIN auth.owners o ON o.id = a.owner_id
    LEFT JOIN auth.installations i ON i.shop_id = $1 AND i.app_id = a.id AND i.status = 'installed'
    WHERE a.id = $2 AND a.deleted_at IS NULL`,
};

/** The apps of developers. An app belongs to one person; to anybody else it is not there. */
@Injectable()
export class Apps {
  constructor(
    private readonly database: AuthDatabase,
    private readonly secrets: AppSecrets,
    private readonly webhookSecrets: WebhookSecrets,
    private readonly webhookUrls: WebhookUrls,
  ) {}

  list({ id }: SignedInOwner, query: ListQuery): Promise<Page> {
    const { name } = query.filters;
    const listing = {
      columns: appColumns,
      from: `FROM auth.apps WHERE owner_id = $1 AND deleted_at IS NULL${name === undefined ? '' : ' AND name = $2'}`,
      values: [id, ...(name === undefined ? [] : [name])],
      keys: { id: 'id', name: 'name' },
    };
    return readPage((statement) => this.database.query({ owner_id: id }, statement), listing, query);
  }

  async find({ owner, id }: Target): Promise<Row> {
    const statement = { text: statements.find, values: [id, owner.id] };
    const [row] = isUuid(id) ? await this.database.query({ owner_id: owner.id }, statement) : [];
    if (!row) throw notFound('apps', id);
    return row;
  }

  /** Any app, as the owner of this shop may see it. */
  async findForShop(shop_id: string, id: string): Promise<Row> {
    const statement = { text: statements.seenByShop, values: [shop_id, id] };
    const [row] = isUuid(id) ? await this.database.query({ shop_id }, statement) : [];
    if (!row) throw notFound('apps', id);
    return { ...row, install_host: new URL(String(row['install_url'])).host };
  }

  async create(
    owner: SignedInOwner,
    { id = uuidv7(), attributes }: ParsedResource<CreateApp>,
  ): Promise<{ row: Row; secret: string; webhookSecret: string }> {
    await this.webhookUrls.check(attributes.webhook_url);
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      const values = [id, owner.id, ...columnsOf(attributes)];
      const [row] = await transaction.query({ text: statements.insert, values });
      const secret = await this.secrets.add(transaction, id);
      const webhookSecret = await this.webhookSecrets.add(transaction, id);
      const { name, scopes } = attributes;
      await this.audit(transaction, owner, id, { kind: 'apps.created', detail: { name, scopes } });
      return { row: row!, secret, webhookSecret };
    });
  }

  async change({ owner, id, ifMatch }: Target, attributes: UpdateApp): Promise<Row> {
    await this.webhookUrls.check(attributes.webhook_url);
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      const row = await this.lock(transaction, { owner, id, ifMatch });
      const changed = Object.keys(attributes);
      if (changed.length === 0) return row;
      const values = [id, ...columnsOf({ ...(row as object as CreateApp), ...attributes })];
      const [next] = await transaction.query({ text: statements.update, values });
      await this.audit(transaction, owner, id, { kind: 'apps.updated', detail: { changed } });
      await announce(transaction, { app_id: String(row['id']) });
      return next!;
    });
  }

  /** A new generation of the secret of this kind. */
  rotateSecret(
    { owner, id }: Target,
    kind: 'app_secrets' | 'webhook_secrets',
  ): Promise<Rotated & { row: Row }> {
    const secrets = kind === 'app_secrets' ? this.secrets : this.webhookSecrets;
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      const row = await this.lock(transaction, { owner, id });
      const rotated = await secrets.rotate(transaction, id);
      await this.audit(transaction, owner, id, { kind: `${kind}.rotated` });
      await announce(transaction, { app_id: String(row['id']) });
      return { row, ...rotated };
    });
  }

  /** The app's row, held until the transaction ends. */
  async lock(transaction: Transaction, { owner, id, ifMatch }: Target): Promise<Row> {
    const statement = { text: `${statements.find} FOR UPDATE`, values: [id, owner.id] };
    const [row] = isUuid(id) ? await transaction.query(statement) : [];
    if (!row) throw notFound('apps', id);
    checkIfMatch(ifMatch, etagOf(row));
    return row;
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

function columnsOf(app: Omit<CreateApp, 'check'>): unknown[] {
  const { name, install_url, scopes, webhook_url, webhook_events, require_proof } = app;
  const events = [...new Set(webhook_events ?? [])];
  return [name, install_url, ordered(scopes), webhook_url ?? null, events, require_proof ?? false];
}
