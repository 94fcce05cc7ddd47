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
 * Status of an app installation as a webhook receiver. `live` receives the events to which its app
 * subscribes and that its scopes allow. `leaving` was uninstalled and still receives the event about the
 * uninstallation. `idle` has no webhook URL, no secret or no events. `gone` was uninstalled and receives no
 * more events.
 */
export type ReceiverStatus = 'live' | 'leaving' | 'idle' | 'gone';

export interface WebhookReceiver {
  installation_id: string;
  app_id: string;
  /** Id of the person who owns the app. */
  developer_id: string;
  status: ReceiverStatus;
  url: string;
  /** Decrypted valid webhook secrets, the newest first. */
  secrets: readonly string[];
  isSuspended: boolean;
  /** True if events must wait, because the app is suspended or its webhook secrets cannot be decrypted. */
  isHeld: boolean;
  visibility: Visibility;
  types: readonly EventType[];
  /** Time of the installation, in the format `2019-07-14T09:23:34.000000Z`. */
  installed_at: string;
}

/** A shop with one page of its app installations. Most shops have one page. */
export interface ShopReceivers {
  id: string;
  domain: string;
  /** True if events must wait, because the operator suspended the shop or a member suspended all apps. */
  isSuspended: boolean;
  /**
   * Webhook receivers, keyed by installation id. The object is the same as in the last read if nothing has
   * changed.
   */
  byInstallation: ReadonlyMap<string, WebhookReceiver>;
  /**
   * True if the shop has at most one webhook receiver, so that caching for several receivers is unnecessary.
   */
  hasOneReceiver: boolean;
  /**
   * Last installation id on the previous page of app installations. The current page starts after this id.
   */
  after: string;
  /** Last installation id of this page. undefined on the last page. */
  next: string | undefined;
}

/**
 * Query result with one installation per row. Arrays are JSON text, which is parsed only after a change. An
 * empty page has one row that contains only the shop.
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

export const RECEIVERS_PAGE = 1_000;
/** A UUID that sorts before all ids. */
export const firstPage = '00000000-0000-0000-0000-000000000000';

const read = defineStatement<InstallationRow>('webhook-targets', (source) => {
  const secrets = source
    .createQueryBuilder(WebhookSecret, 'w')
    .select('w.sealed')
    .where('w.app_id = a.id AND (w.expires_at IS NULL OR w.expires_at > clock_timestamp())')
    .orderBy('w.generation', 'DESC');
  // Limits the installations in a subquery, so that Postgres joins only the installations of one page.
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

const MAX_CACHED_RECEIVERS = 100_000;
const sizeOf = (receivers: ReadonlyMap<string, WebhookReceiver>) => Math.max(1, receivers.size);

@Injectable()
export class WebhookReceivers {
  private readonly known = new TtlCache<string, ShopReceivers>(MAX_CACHED_RECEIVERS, performance, (shop) =>
    sizeOf(shop.byInstallation),
  );
  /**
   * Recently read pages, with the database row of each receiver. A receiver with an unchanged row is reused.
   */
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
   * Reads the current page from the database. Required before events are skipped, because an outdated page
   * could skip events of a new subscription.
   */
  read(shop_id: string, after = firstPage): Promise<ShopReceivers> {
    return this.known.renew(keyOf({ id: shop_id, after }), () => this.readPage(shop_id, after));
  }

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
   * Returns a page that is at most one second old and includes all announced changes. Called before each
   * delivery attempt.
   */
  of(page: Pick<ShopReceivers, 'id' | 'after'>): ShopReceivers | Promise<ShopReceivers> {
    return this.known.get(keyOf(page), () => this.readPage(page.id, page.after));
  }

  /**
   * Drops cached pages after a change to an app or to the installations of a shop was announced
   * (libs/platform/access).
   */
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

  /**
   * Builds receivers from rows. Reuses receivers whose rows are unchanged, because decrypting webhook secrets
   * is expensive.
   */
  private receiversIn(page: string, rows: InstallationRow[]): ReadonlyMap<string, WebhookReceiver> {
    const before = this.lastPages.get(page);
    const receivers = new Map<string, WebhookReceiver>();
    const texts = new Map<string, string>();
    for (const row of rows) {
      const [id, text] = [row.installation_id!, textOf(row)];
      const known = before?.texts.get(id) === text ? before.receivers.get(id) : undefined;
      const receiver = known ?? this.receiverOf(row);
      receivers.set(id, receiver);
      // Does not reuse receivers with unreadable secrets, so that every failed decryption is reported.
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

  /** Decrypts webhook secrets. Skips secrets that are damaged or whose key is missing. */
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

export function receives({ status }: WebhookReceiver): boolean {
  return status === 'live' || status === 'leaving';
}

interface CachedPage {
  receivers: ReadonlyMap<string, WebhookReceiver>;
  /** Row contents as text, keyed by installation. Omits installations with unreadable webhook secrets. */
  texts: ReadonlyMap<string, string>;
}

function keyOf({ id, after }: Pick<ShopReceivers, 'id' | 'after'>): string {
  return `${id} ${after}`;
}

/** Returns all columns that determine a receiver as one text, to detect changes. */
function textOf(row: InstallationRow): string {
  const { app_id, developer_id, status, suspended, installed_at, webhook_url } = row;
  const { scopes, webhook_events, sealed } = row;
  const about = `${app_id} ${developer_id} ${status} ${suspended} ${installed_at} ${webhook_url}`;
  return `${about} ${scopes} ${webhook_events} ${sealed}`;
}

function listOf(text: string): string[] {
  return JSON.parse(text) as string[];
}
