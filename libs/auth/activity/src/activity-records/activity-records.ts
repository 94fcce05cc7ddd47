// Written in SQL: lists installations and access tokens together with UNION ALL, with their request counts as JSON.
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage } from '@storewright/database';
import { isUuid, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { Shop } from '@storewright/tenancy';
import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { NetworkDay } from './network-day.entity';

export interface TypeDay {
  day: string;
  type: string;
  reads: number;
  writes: number;
  customers: number;
  customer_ids: string[];
}

/**
 * Activity records of a shop: what installed apps and access tokens read and wrote. The shop API counts their
 * requests with classes of libs/platform/access.
 */
@Injectable()
export class ActivityRecords {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(NetworkDay, 'auth') private readonly networks: Repository<NetworkDay>,
  ) {}

  list({ id: shop_id }: Shop, query: ListQuery): Promise<Page> {
    const read = listing(recordsOf(this.networks, shop_id), { id: 'c.id' });
    return readPage((statement) => this.database.query({ shop_id }, statement), read, query);
  }

  /** Returns the activity record of an installation or access token. Throws 404 for an unknown id. */
  async find({ id: shop_id }: Shop, id: string): Promise<DocumentRow> {
    const records = recordsOf(this.database.of({ shop_id }, this.networks), shop_id);
    const row = isUuid(id) && (await records.andWhere('c.id = :id', { id }).getRawOne<DocumentRow>());
    if (!row) throw notFound('activity_records', id);
    return row;
  }
}

function recordsOf({ manager }: Repository<NetworkDay>, shop_id: string): SelectQueryBuilder<ObjectLiteral> {
  return manager
    .createQueryBuilder()
    .from(`(${records})`, 'c')
    .select('c.*')
    .where('true')
    .setParameters({ shop_id });
}

const date = (expression: string) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
const requests = (action: string) =>
  `coalesce(sum(d.requests) FILTER (WHERE split_part(d.scope, '.', 2) ${action} ('collection', 'get')), 0)`;

/** Maximum number of customer ids per day and resource type in an activity record. */
const MAX_SHOWN_IDS = 10;

const days = `
  SELECT coalesce(json_agg(json_build_object('day', ${date('t.day')}, 'type', t.type, 'reads', t.reads,
    'writes', t.writes, 'customers', coalesce(c.customers, 0), 'customer_ids', coalesce(c.ids, '{}'))
    ORDER BY t.day DESC, t.type), '[]')
  FROM (SELECT d.day, split_part(d.scope, '.', 1) AS type, ${requests('IN')} AS reads, ${requests('NOT IN')} AS writes
    FROM auth.scope_days d WHERE d.shop_id = :shop_id AND d.credential_id = k.id GROUP BY 1, 2) t
  LEFT JOIN LATERAL (SELECT (cardinality(c.customer_ids) + c.redacted) * (1::bigint << c.level) AS customers,
      ARRAY(SELECT s.id FROM unnest(c.customer_ids) AS s (id) WHERE NOT EXISTS (SELECT FROM auth.erasures e
        WHERE e.shop_id = :shop_id AND e.customer_id = s.id) ORDER BY s.id LIMIT ${MAX_SHOWN_IDS}) AS ids
    FROM auth.customer_days c WHERE c.shop_id = :shop_id AND c.credential_id = k.id AND c.day = t.day
      AND c.type = t.type) c ON true`;

const networks = `
  SELECT coalesce(json_agg(json_build_object('network', t.network, 'requests', t.requests,
    'first_used_on', ${date('t.first')}, 'last_used_on', ${date('t.last')}) ORDER BY t.requests DESC, t.network), '[]')
  FROM (SELECT d.network, sum(d.requests) AS requests, min(d.day) AS first, max(d.day) AS last
    FROM auth.network_days d WHERE d.shop_id = :shop_id AND d.credential_id = k.id GROUP BY 1) t`;

const permissions = `
  SELECT coalesce(json_agg(json_build_object('changed_at',
    to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'scopes', e.detail -> 'scopes')
    ORDER BY e.id), '[]')
  FROM auth.audit_entries e WHERE e.shop_id = :shop_id AND e.app_id = k.app_id
    AND e.kind IN ('installations.granted', 'installations.scopes_withdrawn', 'installations.scopes_restored')`;

/**
 * Selects an activity record for each installation, including uninstalled apps, and for each access token
 * that a person created.
 */
const records = `
  SELECT k.id, k.name, k.since, k.installation_id, k.access_token_id, :shop_id::uuid AS shop_id,
    (${days}) AS days, (${networks}) AS networks, (${permissions}) AS permissions
  FROM (
    SELECT i.id, a.name, i.installed_at AS since, i.id AS installation_id, NULL::uuid AS access_token_id, i.app_id
    FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id WHERE i.shop_id = :shop_id
    UNION ALL
    SELECT t.id, t.name, t.created_at, NULL, t.id, NULL FROM auth.access_tokens t
    WHERE t.shop_id = :shop_id AND t.session_id IS NULL
  ) k`;
