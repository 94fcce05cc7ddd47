import { Inject, Injectable } from '@nestjs/common';
import { announce, canonicalNetworks } from '@storewright/access';
import { type AuditEntry, notifyOfRequestedPermissions, recordAudit } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import { App, type Row } from '@storewright/entities';
import {
  checkPreconditionHeaders,
  etagOf,
  invalidAttribute,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
  type Preconditions,
  refuseOthers,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { lockPerson, MAX_APPS_OF_PERSON, objectLimitReached } from '@storewright/people';
import type { SignedInOwner } from '@storewright/sessions';
import { type FindOptionsWhere, IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AppIcon, forgetListing } from '@storewright/app-listings';
import { AppContract } from '../contracts/app-contract.entity';
import { iconUrl } from '../app-icons/icon-url';
import { ISSUER } from '../oauth/issuer';
import { type CreateApp, ordered, type UpdateApp } from './app-input';
import { AppSecrets, type Rotated, WebhookSecrets } from './app-secrets';
import { appColumns, apps } from './app.resource';
import { WebhookUrls } from './webhook-urls';

/** An app to change, with its developer and the version that the client sent in `If-Match`. */
export interface Target {
  owner: SignedInOwner;
  id: string;
  ifMatch?: Preconditions | undefined;
}

export type ShownApp = Row<App> & { icon_url: string | null };

/** Apps of developers. A developer can read only their own apps. */
@Injectable()
export class Apps {
  constructor(
    private readonly database: AuthDatabase,
    private readonly secrets: AppSecrets,
    private readonly webhookSecrets: WebhookSecrets,
    private readonly webhookUrls: WebhookUrls,
    @Inject(ISSUER) private readonly issuer: string,
  ) {}

  async list({ id: owner_id }: SignedInOwner, query: ListQuery): Promise<Page> {
    const { name } = query.filters;
    const all = this.database.of({ owner_id }, App).createQueryBuilder('a');
    const apps = selectColumns(all, appColumns).where('a.owner_id = :owner_id AND a.deleted_at IS NULL', {
      owner_id,
    });
    if (name !== undefined) apps.andWhere('a.name = :name', { name });
    const read = listing(apps, { id: 'a.id', name: 'a.name' });
    const page = await readPage((statement) => this.database.query({ owner_id }, statement), read, query);
    return { ...page, rows: (page.rows as unknown as Row<App>[]).map((app) => this.shown(app)) };
  }

  async find({ owner, id }: Target): Promise<ShownApp> {
    const apps = this.database.of({ owner_id: owner.id }, App);
    const app = isUuid(id) && (await apps.findOneBy(ofOwner(owner, id)));
    if (!app) throw notFound('apps', id);
    return this.shown(app);
  }

  async create(
    owner: SignedInOwner,
    { id = uuidv7(), attributes }: ParsedResource<CreateApp>,
  ): Promise<{ row: ShownApp; secret: string; webhookSecret: string }> {
    await this.webhookUrls.check(attributes.webhook_url);
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      await checkLimit(transaction, owner);
      const row = transaction.of(App).create({ id, owner_id: owner.id, ...columnsOf(attributes) });
      await transaction.of(App).insert(row);
      const secret = await this.secrets.add(transaction, id);
      const webhookSecret = await this.webhookSecrets.add(transaction, id);
      const { name, scopes, optional_scopes = [] } = attributes;
      const detail = { name, scopes, ...(optional_scopes.length > 0 && { optional_scopes }) };
      await this.audit(transaction, owner, id, { kind: 'apps.created', detail });
      return { row: this.shown({ ...row, icon_digest: null }), secret, webhookSecret };
    });
  }

  async change({ owner, id, ifMatch }: Target, input: ParsedResource<UpdateApp>): Promise<ShownApp> {
    const { attributes } = input;
    await this.webhookUrls.check(attributes.webhook_url);
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      const row = this.shown(await this.lock(transaction, { owner, id, ifMatch }));
      refuseOthers(apps, input, row);
      const changed = Object.keys(attributes);
      if (changed.length === 0) return row;
      const next = await this.update(transaction, row, columnsOf({ ...row, ...attributes }));
      await this.audit(transaction, owner, id, { kind: 'apps.updated', detail: { changed } });
      if (next.scopes.some((scope) => !row.scopes.includes(scope)))
        await notifyOfRequestedPermissions(transaction, row.id);
      await announce(transaction, { app_id: row.id });
      return this.shown(next);
    });
  }

  /**
   * Sets the digest of the app icon, or removes the icon if `icon_digest` is null. `keep` stores the image in
   * the same transaction.
   */
  changeIcon(
    { owner, id, ifMatch }: Target,
    icon_digest: string | null,
    keep: (transaction: Transaction, id: string) => Promise<void>,
  ): Promise<ShownApp> {
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      const row = await this.lock(transaction, { owner, id, ifMatch });
      if (row.icon_digest === icon_digest) return this.shown(row);
      await keep(transaction, row.id);
      const next = await this.update(transaction, row, { icon_digest });
      await this.audit(transaction, owner, id, { kind: 'apps.updated', detail: { changed: ['icon_url'] } });
      return this.shown(next);
    });
  }

  rotateSecret(
    { owner, id }: Target,
    kind: 'app_secrets' | 'webhook_secrets',
  ): Promise<Rotated & { row: ShownApp }> {
    const secrets = kind === 'app_secrets' ? this.secrets : this.webhookSecrets;
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      const row = await this.lock(transaction, { owner, id });
      const rotated = await secrets.rotate(transaction, id);
      await this.audit(transaction, owner, id, { kind: `${kind}.rotated` });
      await announce(transaction, { app_id: row.id });
      return { row: this.shown(row), ...rotated };
    });
  }

  async lock(transaction: Transaction, { owner, id, ifMatch }: Target): Promise<Row<App>> {
    const lock = { mode: 'pessimistic_write' } as const;
    const where = ofOwner(owner, id);
    const app: Row<App> | null = isUuid(id) ? await transaction.of(App).findOne({ where, lock }) : null;
    if (!app) throw notFound('apps', id);
    checkPreconditionHeaders(ifMatch, etagOf(app));
    return app;
  }

  /**
   * Deletes the secrets, icon, contract and listing of a locked app. The app's row stays, because audit log entries
   * refer to it.
   */
  async end(transaction: Transaction, id: string): Promise<void> {
    const ended = {
      icon_digest: null,
      deleted_at: () => 'now()',
      version: () => 'version + 1',
      updated_at: () => 'clock_timestamp()',
    };
    await transaction.of(App).update({ id }, ended);
    await transaction.of(AppIcon).delete({ app_id: id });
    await transaction.of(AppContract).delete({ app_id: id });
    await forgetListing(transaction, id);
    await this.secrets.forget(transaction, id);
    await this.webhookSecrets.forget(transaction, id);
  }

  /** Saves an app with the next version number. `updated_at` increases even if the clock was set back. */
  private async update(
    transaction: Transaction,
    app: Row<App>,
    values: Partial<Row<App>>,
  ): Promise<Row<App>> {
    const { id } = app;
    const next = {
      ...values,
      version: () => 'version + 1',
      updated_at: () => 'greatest(clock_timestamp(), updated_at + make_interval(secs => 0.000001))',
    };
    const { raw } = await transaction.of(App).update({ id }, next, { returning: ['version', 'updated_at'] });
    return { ...app, ...values, ...(raw as [Pick<App, 'version' | 'updated_at'>])[0] };
  }

  private shown(app: Row<App>): ShownApp {
    return { ...app, icon_url: iconUrl(this.issuer, app) };
  }

  private audit(
    transaction: Transaction,
    { id: owner_id, request_id, session_id: token_id, browser_language: language }: SignedInOwner,
    app_id: string,
    what: Pick<AuditEntry, 'kind' | 'detail'>,
  ): Promise<void> {
    return recordAudit(transaction, { ...what, owner_id, app_id, request_id, token_id, language });
  }
}

/**
 * Locks the developer, so that concurrent requests cannot exceed the maximum number of apps. Throws
 * `limit_reached`.
 */
async function checkLimit(transaction: Transaction, { id: owner_id }: SignedInOwner): Promise<void> {
  await lockPerson(transaction, owner_id);
  const had = await transaction.of(App).countBy({ owner_id, deleted_at: IsNull() });
  if (had < MAX_APPS_OF_PERSON) return;
  throw objectLimitReached(
    MAX_APPS_OF_PERSON,
    `You have ${had} apps. The maximum is ${MAX_APPS_OF_PERSON}. Delete an app that you do not use.`,
  );
}

function ofOwner({ id: owner_id }: SignedInOwner, id: string): FindOptionsWhere<App> {
  return { id, owner_id, deleted_at: IsNull() };
}

function checkSeparate(scopes: readonly string[], optional_scopes: readonly string[]): void {
  const both = optional_scopes.find((scope) => scopes.includes(scope));
  if (both !== undefined)
    throw invalidAttribute(
      'optional_scopes',
      `The scope "${both}" cannot be in both scopes and optional_scopes. Remove it from one of them.`,
    );
}

function columnsOf(app: Omit<CreateApp, 'check'>) {
  const { name, install_url, scopes, webhook_url = null, webhook_events = [] } = app;
  const { require_proof = false, require_secret = false } = app;
  const { description = null, privacy_url = null, support_url = null, optional_scopes = [] } = app;
  const { allowed_networks } = app;
  checkSeparate(scopes, optional_scopes);
  return {
    allowed_networks: allowed_networks ? canonicalNetworks(allowed_networks) : null,
    ...{ description, privacy_url, support_url },
    ...{ name, install_url, scopes: ordered(scopes), webhook_url, require_proof, require_secret },
    optional_scopes: ordered(optional_scopes),
    webhook_events: [...new Set(webhook_events)],
  };
}
