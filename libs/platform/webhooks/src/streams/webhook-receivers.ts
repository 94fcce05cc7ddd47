import { Inject, Injectable } from '@nestjs/common';
import { AuthDatabase, defineStatement, selectColumns } from '@storewright/database';
import { App, Installation, Shop, WebhookSecret } from '@storewright/entities';
import { canReceive, eventTypes, type Visibility } from '@storewright/events';
import type { EventType } from '@storewright/scopes';
import { AUTH_CACHE_TTL_MS } from '@storewright/tenancy';
import { open } from '@storewright/tokens';
import { LRUCache } from 'lru-cache';
import { DeliveryObserver } from './observer';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './settings';

/**
 * What an installation may be sent. `live`: what its app asked for and may read. `leaving`: uninstalled; it is told that, and then nothing more.
 * `idle`: it is installed and receives nothing, because its app has no address, no secret or no events. `gone`: it receives nothing any more.
 */
export type ReceiverStatus = 'live' | 'leaving' | 'idle' | 'gone';

/** One installation as a receiver of events. */
export interface WebhookReceiver {
  installation_id: string;
  app_id: string;
  /** The app's developer. */
  developer_id: string;
  status: ReceiverStatus;
  url: string;
  /** The living ones that can be read, the newest first. */
  secrets: readonly string[];
  /** It has secrets, and none of them can be read: its events wait, and nobody else's. */
  held: boolean;
  visibility: Visibility;
  types: readonly EventType[];
  /** `2019-07-14T09:23:34.000000Z` */
  installed_at: string;
}

export interface ShopReceivers {
  id: string;
  domain: string;
  /** Everything waits until the operator opens the shop again. */
  suspended: boolean;
  byInstallation: ReadonlyMap<string, WebhookReceiver>;
}

/** Of an installation of the shop; of a shop without any there is one row with the shop alone. */
interface InstallationRow
  extends
    Pick<Installation, 'app_id' | 'scopes' | 'installed_at'>,
    Pick<App, 'webhook_url' | 'webhook_events'> {
  domain: Shop['domain'];
  shop_status: Shop['status'];
  installation_id: string | null;
  status: Installation['status'];
  developer_id: string;
  sealed: string[];
}

const read = defineStatement<InstallationRow>('webhook-targets', (source) => {
  const secrets = source
    .createQueryBuilder(WebhookSecret, 'w')
    .select('w.sealed')
    .where('w.app_id = a.id AND (w.expires_at IS NULL OR w.expires_at > clock_timestamp())')
    .orderBy('w.generation', 'DESC');
  return selectColumns(source.createQueryBuilder(Shop, 's'), ['domain'])
    .addSelect('s.status', 'shop_status')
    .addSelect('i.id', 'installation_id')
    .addSelect('i.app_id', 'app_id')
    .addSelect('i.status', 'status')
    .addSelect('i.scopes', 'scopes')
    .addSelect('i.installed_at', 'installed_at')
    .addSelect('a.owner_id', 'developer_id')
    .addSelect('a.webhook_url', 'webhook_url')
    .addSelect('a.webhook_events', 'webhook_events')
    .addSelect(`ARRAY(${secrets.getQuery()})`, 'sealed')
    .leftJoin(Installation, 'i', 'i.shop_id = s.id')
    .leftJoin(App, 'a', 'a.id = i.app_id')
    .where('s.id = :shop_id');
});

/** The most shops that anything is cached of. */
const mostShops = 10_000;

/** Who in a shop gets which events where, as the auth data has it. */
@Injectable()
export class WebhookReceivers {
  private readonly known = new LRUCache<string, ShopReceivers>({
    max: mostShops,
    ttl: AUTH_CACHE_TTL_MS,
    ttlResolution: 0,
    perf: performance,
  });
  /** Changes that were announced: what was being read meanwhile may be older. */
  private changes = 0;

  constructor(
    private readonly database: AuthDatabase,
    private readonly observer: DeliveryObserver,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /** As it is now: asked before events are passed over, because what nobody asked for then is not sent later. */
  async read(shop_id: string): Promise<ShopReceivers> {
    const [start, changes] = [performance.now(), this.changes];
    const rows = await this.database.execute({ shop_id }, read, { shop_id });
    const shop = this.receiversOf(shop_id, rows);
    if (changes === this.changes) this.known.set(shop_id, shop, { start });
    return shop;
  }

  /** As it was within the last second, or since a change was announced: asked before each attempt. */
  of(shop_id: string): ShopReceivers | Promise<ShopReceivers> {
    return this.known.get(shop_id) ?? this.read(shop_id);
  }

  /** What was announced of credentials (libs/platform/access): a shop's installations, or an app with its secrets. */
  forget({ shop_id, app_id }: { shop_id?: string; app_id?: string }): void {
    this.changes += 1;
    for (const shop of this.known.values()) {
      const hasApp = [...shop.byInstallation.values()].some((receiver) => receiver.app_id === app_id);
      if (shop.id === shop_id || hasApp) this.known.delete(shop.id);
    }
  }

  private receiversOf(id: string, rows: InstallationRow[]): ShopReceivers {
    const [first] = rows;
    const receivers = rows.filter((row) => row.installation_id !== null).map((row) => this.receiverOf(row));
    return {
      id,
      domain: first?.domain ?? '',
      suspended: first?.shop_status !== 'active',
      byInstallation: new Map(receivers.map((receiver) => [receiver.installation_id, receiver])),
    };
  }

  private receiverOf(row: InstallationRow): WebhookReceiver {
    const { app_id, developer_id, installed_at, webhook_url } = row;
    const installation_id = row.installation_id!;
    const secrets = this.secretsOf(row);
    const visibility: Visibility = { scopes: new Set(row.scopes), installation_id };
    const asked = eventTypes.filter(
      (type) => row.webhook_events.includes(type) && canReceive(type, visibility),
    );
    const installed = row.status === 'installed';
    const types = installed ? asked : asked.filter((type) => type === 'installations.uninstalled');
    const reachable = webhook_url !== null && row.sealed.length > 0 && types.length > 0;
    const standing = installed ? (reachable ? 'live' : 'idle') : reachable ? 'leaving' : 'gone';
    const url = webhook_url ?? '';
    return {
      installation_id,
      app_id,
      developer_id,
      status: standing,
      url,
      secrets,
      held: reachable && secrets.length === 0,
      visibility,
      types,
      installed_at,
    };
  }

  /** Without those whose key is missing, which is the operator's fault, or which are damaged. */
  private secretsOf({ app_id, sealed }: InstallationRow): string[] {
    return sealed.flatMap((each) => {
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
