import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage } from '@storewright/database';
import { App, Installation } from '@storewright/entities';
import { type DocumentRow, isUuid, type ListQuery, notFound } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { imageUrl } from '../images/listing-images';
import { ListedApp } from '../listings/listed-app.entity';
import { ListingVersion } from '../listings/listing-version.entity';

/** URL of the auth API, which serves the images of app listings. */
export const LISTINGS_URL = Symbol('url of the auth API');

const ofVersion = [
  ...['name', 'tagline', 'description', 'categories', 'developer_name', 'support_url', 'privacy_url'],
  ...['screenshots', 'icon_digest'],
];

/** SQL subquery for the scopes of the last 20 approved versions of an app, newest first, as JSON. */
const permissionHistory = `(SELECT coalesce(jsonb_agg(h.version ORDER BY h.number DESC), '[]') FROM (
  SELECT o.number, jsonb_build_object('number', o.number, 'scopes', o.scopes, 'approved_at',
    to_char(o.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) AS version
  FROM auth.listing_versions o WHERE o.app_id = l.app_id AND o.status = 'approved'
  ORDER BY o.number DESC LIMIT 20) h)::text`;

@Injectable()
export class Directory {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(ListedApp, 'auth') private readonly listed: Repository<ListedApp>,
    @Inject(LISTINGS_URL) private readonly url: string,
  ) {}

  async list(shop_id: string, query: ListQuery): Promise<Page> {
    const apps = directoryOf(shop_id, this.listed);
    const { q, category } = query.filters;
    if (q !== undefined)
      apps.andWhere("strpos(lower(v.name || ' ' || v.tagline || ' ' || v.developer_name), lower(:q)) > 0", {
        q,
      });
    if (category !== undefined) apps.andWhere('v.categories @> ARRAY[:category]::text[]', { category });
    const keys = { installed_shops: 'auth.install_count(l.app_id)', listed_at: 'l.listed_at' };
    const read = listing(apps, { id: 'l.app_id', name: 'v.name', ...keys });
    const page = await readPage((statement) => this.database.query({ shop_id }, statement), read, query);
    return { ...page, rows: page.rows.map((row) => this.shown(row, shop_id)) };
  }

  async find(shop_id: string, id: string): Promise<DocumentRow> {
    const apps = directoryOf(shop_id, this.database.of({ shop_id }, this.listed));
    const row = isUuid(id) && (await apps.andWhere('l.app_id = :id', { id }).getRawOne<DocumentRow>());
    if (!row) throw notFound('directory_apps', id);
    return this.shown(row, shop_id);
  }

  private shown(row: DocumentRow, shop_id: string): DocumentRow {
    const { id, icon_digest, screenshots } = row as {
      id: string;
      icon_digest: string | null;
      screenshots: string[];
    };
    const urlOf = (digest: string) => imageUrl(this.url, id, digest);
    return {
      ...{ ...row, shop_id, screenshots: screenshots.map(urlOf) },
      icon_url: icon_digest === null ? null : urlOf(icon_digest),
    };
  }
}

function directoryOf(shop_id: string, repository: Repository<ListedApp>): SelectQueryBuilder<ListedApp> {
  const query = repository.createQueryBuilder('l').select('l.app_id', 'id');
  for (const column of ofVersion) query.addSelect(`v.${column}`, column);
  const installed = 'i.shop_id = :shop_id AND i.app_id = l.app_id AND i.status = :installed';
  return query
    .addSelect('v.scopes', 'reviewed_scopes')
    .addSelect('v.decided_at', 'approved_at')
    .addSelect('l.listed_at', 'listed_at')
    .addSelect('a.scopes', 'scopes')
    .addSelect('a.webhook_events', 'webhook_events')
    .addSelect('auth.verified_domain(a.owner_id)', 'verified_domain')
    .addSelect('auth.install_count(l.app_id)', 'installed_shops')
    .addSelect(permissionHistory, 'permission_history')
    .addSelect('i.id', 'installation_id')
    .innerJoin(ListingVersion, 'v', 'v.id = l.version_id')
    .innerJoin(App, 'a', 'a.id = l.app_id')
    .leftJoin(Installation, 'i', installed, { shop_id, installed: 'installed' })
    .where('a.deleted_at IS NULL AND l.hidden_at IS NULL');
}
