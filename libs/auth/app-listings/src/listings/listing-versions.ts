import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import type { App, ColumnName, Row } from '@storewright/entities';
import { ApiError, isUuid, type ListQuery, notFound } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { copyIcon, deleteUnusedImages } from '../images/stored-images';
import { readDraft, readState, saveDraft } from './app-listings';
import { missingIn } from './listing-state';
import { ListingVersion } from './listing-version.entity';
import { listingVersions } from './listing-version.resource';
import { findOwnApp, lockOwnApp, type Target } from './own-app';

@Injectable()
export class ListingVersions {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(ListingVersion, 'auth') private readonly versions: Repository<ListingVersion>,
  ) {}

  async list(target: Target, query: ListQuery): Promise<Page> {
    const context = { owner_id: target.owner.id };
    const { id: app_id } = await this.database.transaction(context, (transaction) =>
      findOwnApp(transaction, target),
    );
    const columns = listingVersions.columns as ColumnName<ListingVersion>[];
    const versions = selectColumns(this.versions.createQueryBuilder('v'), columns);
    versions.where('v.app_id = :app_id', { app_id });
    const { status } = query.filters;
    if (status !== undefined) versions.andWhere('v.status = :status', { status });
    const read = listing(versions, { id: 'v.id' });
    return readPage((statement) => this.database.query(context, statement), read, query);
  }

  find(target: Target, id: string): Promise<Row<ListingVersion>> {
    return this.database.transaction({ owner_id: target.owner.id }, async (transaction) => {
      const { id: app_id } = await findOwnApp(transaction, target);
      return readVersion(transaction, app_id, id);
    });
  }

  /**
   * Submits the draft of an app listing. Throws `illegal_transition` if the draft is incomplete or another
   * version is in review.
   */
  submit(target: Target): Promise<Row<ListingVersion>> {
    return this.database.transaction({ owner_id: target.owner.id }, async (transaction) => {
      const app = await lockOwnApp(transaction, target);
      const { last } = await readState(transaction, app.id);
      if (last?.status === 'submitted')
        throw new ApiError('illegal_transition', {
          detail: `Version ${last.number} is waiting for review. Withdraw it before you submit another version.`,
        });
      const id = await insertVersion(transaction, app, (last?.number ?? 0) + 1);
      await recordChange(transaction, target, { kind: 'app_listings.submitted', app_id: app.id });
      return readVersion(transaction, app.id, id);
    });
  }

  /**
   * Withdraws a submitted version of an app listing. Throws `illegal_transition` if the operator has approved
   * or rejected the version.
   */
  async withdraw(target: Target, id: string): Promise<void> {
    await this.database.transaction({ owner_id: target.owner.id }, async (transaction) => {
      const { id: app_id } = await lockOwnApp(transaction, target);
      const { status, number } = await readVersion(transaction, app_id, id);
      if (status === 'withdrawn') return;
      if (status !== 'submitted')
        throw new ApiError('illegal_transition', {
          detail: `Version ${number} is ${status}, so it can no longer be withdrawn.`,
        });
      const withdrawn = { status: 'withdrawn' as const, decided_at: () => 'now()' };
      await transaction.of(ListingVersion).update({ id }, withdrawn);
      await deleteUnusedImages(transaction, app_id);
      await recordChange(transaction, target, { kind: 'app_listings.withdrawn', app_id });
    });
  }
}

async function readVersion(
  transaction: Transaction,
  app_id: string,
  id: string,
): Promise<Row<ListingVersion>> {
  const versions = transaction.of(ListingVersion);
  const version: Row<ListingVersion> | null = isUuid(id) ? await versions.findOneBy({ app_id, id }) : null;
  if (!version) throw notFound('listing_versions', id);
  return version;
}

async function insertVersion(transaction: Transaction, app: Row<App>, number: number): Promise<string> {
  const draft = await readDraft(transaction, app);
  const missing = missingIn(draft);
  if (missing.length > 0)
    throw new ApiError('illegal_transition', {
      detail: `The app listing lacks ${missing.join(', ')}. Set them with PATCH /api/app_listings/${app.id} first.`,
      meta: { missing },
    });
  if (draft.version === 0) await saveDraft(transaction, draft, {});
  const { name, developer_name, categories, screenshots } = draft;
  const id = uuidv7();
  await transaction.of(ListingVersion).insert({
    ...{ id, app_id: app.id, number, status: 'submitted' },
    ...{ name, developer_name, categories, screenshots, scopes: [...app.scopes, ...app.optional_scopes] },
    ...{ tagline: draft.tagline!, description: draft.description! },
    ...{ support_url: draft.support_url!, privacy_url: draft.privacy_url! },
    icon_digest: await copyIcon(transaction, app),
  });
  return id;
}

async function recordChange(
  transaction: Transaction,
  { owner: { id: owner_id, request_id, session_id: token_id } }: Target,
  entry: { kind: 'app_listings.submitted' | 'app_listings.withdrawn'; app_id: string },
): Promise<void> {
  await recordAudit(transaction, { ...entry, owner_id, request_id, token_id });
}
