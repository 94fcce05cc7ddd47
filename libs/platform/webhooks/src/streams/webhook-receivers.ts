import { Inject, Injectable } from '@nestjs/common';
import { AuthDatabase, defineStatement, selectColumns } from '@storewright/database';
import { App, Installation, Shop, WebhookSecret } from '@storewright/entities';
import { canReceive, eventTypes, type Visibility } from '@storewright/events';
import type { EventType } from '@storewright/scopes';
import { TtlCache } from '@storewright/tenancy';
import { open } from '@storewright/tokens';
import { LRUCache } from 'lru-cache';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { DeliveryObserver } from './observer';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './settings';

/**
 * Status of a receiver. `live`: it receives the events to which its app subscribes and that the app may read.
 * `leaving`: the app was uninstalled, and the event about that is the last one. `idle`: the app is installed
 * but has no URL, secret or events. `gone`: it no longer receives events.
 */
export type ReceiverStatus = 'live' | 'leaving' | 'idle' | 'gone';

/** An installation as a receiver of events. */
export interface WebhookReceiver {
  installation_id: string;
  app_id: string;
  /** Id of the person who owns the app. */
  developer_id: string;
  status: ReceiverStatus;
  url: string;
  /** Valid secrets that could be decrypted, the newest first. */
  secrets: readonly string[];
  /** True if a member of the shop suspended the app. */
  isSuspended: boolean;
  /** True if the app is suspended or none of its secrets can be decrypted. Its events then wait. */
  isHeld: boolean;
  visibility: Visibility;
  types: readonly EventType[];
  /** Time of the installation, such as `2019-07-14T09:23:34.000000Z`. */
  installed_at: string;
}

/** A shop with one page of its installations. Most shops have one page. */
export interface ShopReceivers {
  id: string;
  domain: string;
  /** True if the operator suspended the shop, or a member all of its apps. The events then wait. */
  isSuspended: boolean;
  /** Receivers by installation id. The map is the same object while nothing changes. */
  byInstallation: ReadonlyMap<string, WebhookReceiver>;
  /** True if the shop has at most one receiver, so that nothing needs to be shared. */
  hasOneReceiver: boolean;
  /** Id after which the installations of the page start. */
  after: string;
  /** Id of the last installation of the page, if more installations follow. */
  next: string | undefined;
}

/**
 * Row of an installation. For a page without installations there is one row with only the shop. Lists are
 * JSON text that is parsed only if it changed.
 */
interface InstallationRow extends Pick<Installation, 'app_id' | 'installed_at'>, Pick<App, 'webhook_url'> {
  domain: Shop['domain'];
  shop_status: Shop['status'];
  api_suspended: boolean;
  suspended: boolean;
  installation_id: string | null;
  status: Installation['status'];
  scopes: string;
  developer_id: string;
  webhook_events: string;
  sealed: string;
}

/** Maximum number of installations on a page. */
export const RECEIVERS_PAGE = 1_000;
/** An id that sorts before all ids. */
export const firstPage = '00000000-0000-0000-0000-000000000000';

const read = defineStatement<InstallationRow>('webhook-targets', (source) => {
  const secrets = source
    .createQueryBuilder(WebhookSecret, 'w')
    .select('w.sealed')
    .where('w.app_id = a.id AND (w.expires_at IS NULL OR w.expires_at > clock_timestamp())')
    .orderBy('w.generation', 'DESC');
  // The subquery keeps a plan from joining all installations of a shop.
  const page = (query: SelectQueryBuilder<ObjectLiteral>) =>
    selectColumns(query.from(Installation, 'n'), [
      'id',
      'shop_id',
      'app_id',
      'status',
      'suspended',
      'scopes',
      'installed_at',
    ])
      .where('n.shop_id = :shop_id AND n.id > :after')
      .orderBy('n.id')
      .limit(RECEIVERS_PAGE);
  return selectColumns(source.createQueryBuilder(Shop, 's'), ['domain'])
    .addSelect('s.status', 'shop_status')
    .addSelect('s.api_suspended', 'api_suspended')
    .addSelect('i.id', 'installation_id')
    .addSelect('i.app_id', 'app_id')
    .addSelect('i.status', 'status')
    .addSelect('i.suspended', 'suspended')
    .addSelect('to_json(i.scopes)', 'scopes')
    .addSelect('i.installed_at', 'installed_at')
    .addSelect('a.owner_id', 'developer_id')
    .addSelect('a.webhook_url', 'webhook_url')
    .addSelect('to_json(a.webhook_events)', 'webhook_events')
    .addSelect(`to_json(ARRAY(${secrets.getQuery()}))`, 'sealed')
    .leftJoin(page, 'i', 'i.shop_id = s.id')
    .leftJoin(App, 'a', 'a.id = i.app_id')
    .where('s.id = :shop_id')
    .orderBy('i.id');
});

/** Maximum number of cached receivers over all shops. */
const MAX_CACHED_RECEIVERS = 100_000;
const sizeOf = (receivers: ReadonlyMap<string, WebhookReceiver>) => Math.max(1, receivers.size);

/** Reads from the auth data which installations of a shop receive which events. */
@Injectable()
export class WebhookReceivers {
  private readonly known = new TtlCache<string, ShopReceivers>(MAX_CACHED_RECEIVERS, performance, (shop) =>
    sizeOf(shop.byInstallation),
  );
  /** Pages of receivers that were read last, with the row from which each receiver was built. */
  private readonly lastPages = new LRUCache<string, CachedPage>({
    maxSize: MAX_CACHED_RECEIVERS,
    sizeCalculation: ({ receivers }) => sizeOf(receivers),
  });

  constructor(
    private readonly database: AuthDatabase,
    private readonly observer: DeliveryObserver,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /**
   * Reads the current page. Must be called before events are skipped, because skipped events are never sent.
   */
  read(shop_id: string, after = firstPage): Promise<ShopReceivers> {
    return this.known.renew(keyOf({ id: shop_id, after }), () => this.readPage(shop_id, after));
  }

  /** Reads the receivers of all pages. */
  async readAll(shop_id: string): Promise<ReadonlyMap<string, WebhookReceiver>> {
    const all = new Map<string, WebhookReceiver>();
    for (let after: string | undefined = firstPage; after !== undefined;) {
      const page: ShopReceivers = await this.read(shop_id, after);
      for (const [id, receiver] of page.byInstallation) all.set(id, receiver);
      after = page.next;
    }
    return all;
  }

  /**
   * Returns a page that is at most a second old and not older than an announced change. Used before each
   * attempt.
   */
  of(page: Pick<ShopReceivers, 'id' | 'after'>): ShopReceivers | Promise<ShopReceivers> {
    return this.known.get(keyOf(page), () => this.readPage(page.id, page.after));
  }

  /** Handles an announced change (libs/platform/access) of a shop's installations or of an app. */
  forget({ shop_id, app_id }: { shop_id?: string; app_id?: string }): void {
    const hasApp = ({ byInstallation }: ShopReceivers) =>
      [...byInstallation.values()].some((receiver) => receiver.app_id === app_id);
    this.known.forget((shop) => shop.id === shop_id || hasApp(shop));
  }

  private async readPage(shop_id: string, after: string): Promise<ShopReceivers> {
    const rows = await this.database.execute({ shop_id }, read, { shop_id, after });
    return this.receiversOf(shop_id, after, rows);
  }

  private receiversOf(id: string, after: string, rows: InstallationRow[]): ShopReceivers {
    const [first] = rows;
    const installed = rows.filter((row) => row.installation_id !== null);
    const byInstallation = this.receiversIn(keyOf({ id, after }), installed);
    const isWhole = after === firstPage && installed.length < RECEIVERS_PAGE;
    return {
      id,
      domain: first?.domain ?? '',
      isSuspended: first?.shop_status !== 'active' || first.api_suspended,
      byInstallation,
      hasOneReceiver: isWhole && [...byInstallation.values()].filter(receives).length < 2,
      after,
      next: installed.length === RECEIVERS_PAGE ? installed.at(-1)!.installation_id! : undefined,
    };
  }

  /** Reuses receivers whose rows are unchanged, because decrypting secrets is expensive. */
  private receiversIn(page: string, rows: InstallationRow[]): ReadonlyMap<string, WebhookReceiver> {
    const before = this.lastPages.get(page);
    const receivers = new Map<string, WebhookReceiver>();
    const texts = new Map<string, string>();
    for (const row of rows) {
      const [id, text] = [row.installation_id!, textOf(row)];
      const known = before?.texts.get(id) === text ? before.receivers.get(id) : undefined;
      const receiver = known ?? this.receiverOf(row);
      receivers.set(id, receiver);
      // Does not cache unreadable secrets, so that each attempt to decrypt them is counted.
      if (known || receiver.secrets.length === listOf(row.sealed).length) texts.set(id, text);
    }
    const same =
      before?.receivers.size === receivers.size &&
      [...receivers].every(([id, receiver]) => before.receivers.get(id) === receiver);
    const now = same ? before.receivers : receivers;
    this.lastPages.set(page, { receivers: now, texts });
    return now;
  }

  private receiverOf(row: InstallationRow): WebhookReceiver {
    const { app_id, developer_id, installed_at, webhook_url } = row;
    const installation_id = row.installation_id!;
    const secrets = this.secretsOf(row);
    const visibility: Visibility = { scopes: new Set(listOf(row.scopes)), installation_id };
    const events = listOf(row.webhook_events);
    const asked = eventTypes.filter((type) => events.includes(type) && canReceive(type, visibility));
    const installed = row.status === 'installed';
    const types = installed ? asked : asked.filter((type) => type === 'installations.uninstalled');
    const reachable = webhook_url !== null && listOf(row.sealed).length > 0 && types.length > 0;
    const standing = installed ? (reachable ? 'live' : 'idle') : reachable ? 'leaving' : 'gone';
    const url = webhook_url ?? '';
    return {
      installation_id,
      app_id,
      developer_id,
      status: standing,
      url,
      secrets,
      isSuspended: row.suspended,
      isHeld: row.suspended || (reachable && secrets.length === 0),
      visibility,
      types,
      installed_at,
    };
  }

  /** Skips secrets that are damaged or whose key is missing. */
  private secretsOf({ app_id, sealed }: InstallationRow): string[] {
    return listOf(sealed).flatMap((each) => {
      try {
        return [open(this.settings.secretsKeys, each)];
      } catch (error) {
        const what = `a webhook secret of app ${app_id}`;
        this.observer.skipped({ kind: 'unreadable_secret', what, error: error as Error });
        return [];
      }
    });
  }
}

/** True if events are sent to the installation. */
export function receives({ status }: WebhookReceiver): boolean {
  return status === 'live' || status === 'leaving';
}

interface CachedPage {
  receivers: ReadonlyMap<string, WebhookReceiver>;
  /** Text of the row by installation. Set only if all secrets were readable. */
  texts: ReadonlyMap<string, string>;
}

function keyOf({ id, after }: Pick<ShopReceivers, 'id' | 'after'>): string {
  return `${id} ${after}`;
}

/** Returns all columns from which a receiver is built, as one text. */
function textOf(row: InstallationRow): string {
  const { app_id, developer_id, status, suspended, installed_at, webhook_url } = row;
  const { scopes, webhook_events, sealed } = row;
  const about = `${app_id} ${developer_id} ${status} ${suspended} ${installed_at} ${webhook_url}`;
  return `${about} ${scopes} ${webhook_events} ${sealed}`;
}

/** Parses a JSON array. */
function listOf(text: string): string[] {
  return JSON.parse(text) as string[];
}
