import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ListedApp, ListingVersion } from '@storewright/app-listings';
import { AuthDatabase, selectColumns } from '@storewright/database';
import { App, Installation } from '@storewright/entities';
import { isUuid, notFound, type DocumentRow } from '@storewright/json-api';
import type { Repository } from 'typeorm';
import { iconUrl } from '../app-icons/icon-url';
import { ISSUER } from '../oauth/issuer';

const seen = [
  ...(['id', 'name', 'install_url', 'scopes', 'optional_scopes', 'webhook_events'] as const),
  ...(['client_url', 'description', 'privacy_url', 'support_url', 'icon_digest'] as const),
];

/** `maker` is the name of the app's developer. null for an AI agent, which has no developer. */
type SeenApp = Pick<App, (typeof seen)[number]> & { maker: string | null };

@Injectable()
export class ShopApps {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(App, 'auth') private readonly apps: Repository<App>,
    @Inject(ISSUER) private readonly issuer: string,
  ) {}

  async find(shop_id: string, id: string): Promise<DocumentRow> {
    const app = isUuid(id) ? await this.read(shop_id, id) : undefined;
    if (!app) throw notFound('apps', id);
    const icon_url = iconUrl(this.issuer, app);
    const install_host = new URL(app.install_url).host;
    return { ...app, maker: app.maker ?? install_host, shop_id, install_host, icon_url };
  }

  private read(shop_id: string, id: string): Promise<SeenApp | undefined> {
    const apps = this.database.of({ shop_id }, this.apps).createQueryBuilder('a');
    const installed = 'i.shop_id = :shop_id AND i.app_id = a.id AND i.status = :installed';
    return selectColumns(apps, seen)
      .addSelect('auth.owner_name(a.owner_id)', 'maker')
      .addSelect('i.id', 'installation_id')
      .addSelect('i.scopes', 'granted_scopes')
      .addSelect('i.withdrawn_scopes', 'withdrawn_scopes')
      .addSelect('v.scopes', 'reviewed_scopes')
      .leftJoin(Installation, 'i', installed, { shop_id, installed: 'installed' })
      .leftJoin(ListedApp, 'l', 'l.app_id = a.id AND l.hidden_at IS NULL')
      .leftJoin(ListingVersion, 'v', 'v.id = l.version_id')
      .where('a.id = :id AND a.deleted_at IS NULL', { id })
      .getRawOne<SeenApp>();
  }
}
