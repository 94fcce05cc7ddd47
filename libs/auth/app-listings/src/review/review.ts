import { recordAudit } from '@storewright/audit';
import type { Database, Transaction } from '@storewright/database';
import { App, type Row } from '@storewright/entities';
import { isUuid } from '@storewright/json-api';
import { IsNull } from 'typeorm';
import { deleteUnusedImages } from '../images/stored-images';
import { ListedApp } from '../listings/listed-app.entity';
import { ListingVersion } from '../listings/listing-version.entity';

/*
 * Decisions of the operator about app listings. Every decision runs in the row-level security context of the
 * app's developer and writes to the developer's audit log.
 */

export interface SubmittedListing {
  app_id: string;
  number: number;
  name: string;
  submitted_at: string;
}

export function submittedListings(database: Database): Promise<SubmittedListing[]> {
  const text = 'SELECT app_id, number, name, submitted_at FROM auth.submitted_listings()';
  return database.query<SubmittedListing & Record<string, unknown>>({}, { name: 'submitted-listings', text });
}

/**
 * Returns an app and enters the row-level security context of its developer. Throws if the app does not
 * exist.
 */
export async function listedAppOf(
  transaction: Transaction,
  app_id: string,
  lock?: { mode: 'for_no_key_update' },
): Promise<Row<App>> {
  const where = { id: app_id, deleted_at: IsNull() };
  const app: Row<App> | null = isUuid(app_id)
    ? await transaction.of(App).findOne({ where, ...(lock && { lock }) })
    : null;
  if (!app) throw new Error(`no app has the id ${app_id}`);
  transaction.enter({ owner_id: app.owner_id! });
  return app;
}

/**
 * Approves the submitted version of an app listing, which the app directory then shows. Returns the version
 * number.
 */
export function approveListing(database: Database, app_id: string): Promise<number> {
  return decide(database, app_id, async (transaction, version) => {
    const approved = { status: 'approved' as const, decided_at: () => 'now()' };
    await transaction.of(ListingVersion).update({ id: version.id }, approved);
    const entries = transaction.of(ListedApp);
    const { affected } = await entries.update({ app_id: version.app_id }, { version_id: version.id });
    if (!affected) await entries.insert({ app_id: version.app_id, version_id: version.id });
    return { kind: 'app_listings.approved', detail: { number: version.number } };
  });
}

/**
 * Rejects the submitted version of an app listing and returns the version number. The app directory continues
 * to show the approved version.
 */
export function rejectListing(database: Database, app_id: string, reasons: string): Promise<number> {
  return decide(database, app_id, async (transaction, version) => {
    const rejected = { status: 'rejected' as const, reasons, decided_at: () => 'now()' };
    await transaction.of(ListingVersion).update({ id: version.id }, rejected);
    return { kind: 'app_listings.rejected', detail: { number: version.number, reasons } };
  });
}

interface Decision {
  kind: 'app_listings.approved' | 'app_listings.rejected';
  detail: Record<string, unknown>;
}

function decide(
  database: Database,
  app_id: string,
  act: (transaction: Transaction, version: Row<ListingVersion>) => Promise<Decision>,
): Promise<number> {
  return database.transaction({}, async (transaction) => {
    // Locks the app, so that the developer cannot withdraw the version during the decision.
    const app = await listedAppOf(transaction, app_id, { mode: 'for_no_key_update' });
    const where = { app_id, status: 'submitted' as const };
    const version: Row<ListingVersion> | null = await transaction
      .of(ListingVersion)
      .findOne({ where, lock: { mode: 'pessimistic_write' } });
    if (!version) throw new Error(`no version of ${app.name} waits for its review`);
    const entry = await act(transaction, version);
    await deleteUnusedImages(transaction, app_id);
    await recordAudit(transaction, { ...entry, owner_id: app.owner_id!, app_id });
    return version.number;
  });
}

/** Hides an app in the app directory for the given reasons. null shows the app again. Installations stay. */
export async function setHidden(database: Database, app_id: string, reasons: string | null): Promise<void> {
  await database.transaction({}, async (transaction) => {
    const app = await listedAppOf(transaction, app_id);
    const hidden =
      reasons === null
        ? { hidden_at: null, hidden_reasons: null }
        : { hidden_at: () => 'now()', hidden_reasons: reasons };
    const { affected } = await transaction.of(ListedApp).update({ app_id }, hidden);
    if (!affected) throw new Error(`${app.name} is not in the directory`);
    const kind = reasons === null ? 'app_listings.restored' : 'app_listings.hidden';
    const detail = reasons === null ? {} : { reasons };
    await recordAudit(transaction, { kind, detail, owner_id: app.owner_id!, app_id });
  });
}
