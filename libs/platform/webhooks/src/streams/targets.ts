import { Inject, Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { type Audience, eventTypes, mayHear } from '@storewright/events';
import type { EventType } from '@storewright/scopes';
import { AUTH_CACHE_TTL_MS } from '@storewright/tenancy';
import { open } from '@storewright/tokens';
import { LRUCache } from 'lru-cache';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './settings';

/**
 * What an installation may be sent. `live`: what its app asked for and may read. `leaving`: uninstalled; it is told that, and then nothing more.
 * `idle`: it is installed and hears nothing, because its app has no address, no secret or no events. `gone`: it hears nothing any more.
 */
export type Standing = 'live' | 'leaving' | 'idle' | 'gone';

/** One installation as a receiver of events. */
export interface Target {
  installation_id: string;
  app_id: string;
  /** The app's developer. */
  developer_id: string;
  standing: Standing;
  url: string;
  /** The living ones, the newest first. */
  secrets: readonly string[];
  audience: Audience;
  types: readonly EventType[];
  /** `2019-07-14T09:23:34.000000Z` */
  installed_at: string;
}

export interface TargetsOfShop {
  id: string;
  domain: string;
  /** Everything waits until the operator opens the shop again. */
  suspended: boolean;
  byInstallation: ReadonlyMap<string, Target>;
}

const read = `
  SELECT s.domain, s.status AS shop_status, i.id AS installation_id, i.app_id, i.status, i.scopes, i.installed_at,
    a.owner_id AS developer_id, a.webhook_url, a.webhook_events,
    ARRAY(SELECT sealed FROM auth.webhook_secrets w WHERE w.app_id = a.id AND (w.expires_at IS NULL OR w.expires_at > clock_timestamp())
      ORDER BY w.generation DESC) AS sealed
  FROM auth.shops s LEFT JOIN auth.installations i ON i.shop_id = s.id LEFT JOIN auth.apps a ON a.id = i.app_id
  WHERE s.id = $1`;

interface InstallationRow {
  domain: string;
  shop_status: 'active' | 'suspended';
  installation_id: string | null;
  app_id: string;
  status: 'installed' | 'uninstalled';
  scopes: string[];
  installed_at: string;
  developer_id: string;
  webhook_url: string | null;
  webhook_events: string[];
  sealed: string[];
}

/** The most shops that anything is cached of. */
const mostShops = 10_000;

/** Who in a shop gets which events where, as the auth data has it. */
@Injectable()
export class Targets {
  private readonly known = new LRUCache<string, TargetsOfShop>({
    max: mostShops,
    ttl: AUTH_CACHE_TTL_MS,
    ttlResolution: 0,
    perf: performance,
  });
  /** Changes that were announced: what was being read meanwhile may be older. */
  private changes = 0;

  constructor(
    private readonly database: AuthDatabase,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /** As it is now: asked before events are passed over, because what nobody asked for then is not sent later. */
  async read(shop_id: string): Promise<TargetsOfShop> {
    const [start, changes] = [performance.now(), this.changes];
    const statement = { name: 'webhook-targets', text: read, values: [shop_id] };
    const rows = await this.database.query({ shop_id }, statement);
    const shop = this.targetsOf(shop_id, rows as unknown as InstallationRow[]);
    if (changes === this.changes) this.known.set(shop_id, shop, { start });
    return shop;
  }

  /** As it was within the last second, or since a change was announced: asked before each attempt. */
  of(shop_id: string): TargetsOfShop | Promise<TargetsOfShop> {
    return this.known.get(shop_id) ?? this.read(shop_id);
  }

  /** What was announced of credentials (libs/platform/access): a shop's installations, or an app with its secrets. */
  forget({ shop_id, app_id }: { shop_id?: string; app_id?: string }): void {
    this.changes += 1;
    for (const shop of this.known.values()) {
      const hasApp = [...shop.byInstallation.values()].some((target) => target.app_id === app_id);
      if (shop.id === shop_id || hasApp) this.known.delete(shop.id);
    }
  }

  private targetsOf(id: string, rows: InstallationRow[]): TargetsOfShop {
    const [first] = rows;
    const targets = rows.filter((row) => row.installation_id !== null).map((row) => this.targetOf(row));
    return {
      id,
      domain: first?.domain ?? '',
      suspended: first?.shop_status !== 'active',
      byInstallation: new Map(targets.map((target) => [target.installation_id, target])),
    };
  }

  private targetOf(row: InstallationRow): Target {
    const { app_id, developer_id, installed_at, webhook_url } = row;
    const installation_id = row.installation_id!;
    // A key that is missing is the operator's fault: this throws, and the shop's events wait.
    const secrets = row.sealed.map((sealed) => open(this.settings.secretsKeys, sealed));
    const audience: Audience = { scopes: new Set(row.scopes), installation_id };
    const asked = eventTypes.filter((type) => row.webhook_events.includes(type) && mayHear(type, audience));
    const installed = row.status === 'installed';
    const types = installed ? asked : asked.filter((type) => type === 'installations.uninstalled');
    const reachable = webhook_url !== null && secrets.length > 0 && types.length > 0;
    const standing = installed ? (reachable ? 'live' : 'idle') : reachable ? 'leaving' : 'gone';
    const url = webhook_url ?? '';
    return { installation_id, app_id, developer_id, standing, url, secrets, audience, types, installed_at };
  }
}
