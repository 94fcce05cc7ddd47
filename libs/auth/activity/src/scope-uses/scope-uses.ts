import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage, type Transaction } from '@storewright/database';
import type { JsonText } from '@storewright/entities';
import { type DocumentRow, isUuid, type ListQuery, notFound } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { declaredScopes } from '@storewright/scopes';
import type { Shop } from '@storewright/tenancy';
import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { ScopeDay } from './scope-day.entity';

type Use = { scope: string; last_used_on: string | null; requests_30_days: number };

/** `uses` is JSON text, because the database driver does not parse JSON columns. */
interface UsesRow extends DocumentRow {
  uses: JsonText<Use[]>;
  unused_30_days: string[];
  unused_90_days: string[];
}

export interface CredentialUses extends Pick<UsesRow, 'unused_30_days' | 'unused_90_days'> {
  uses: readonly Use[];
}

/** Periods in days. For each period, the platform proposes to remove the scopes that were unused for this period. */
export const unusedPeriods = [30, 90] as const;

export function requestsRequiring({ uses }: CredentialUses, scopes: readonly string[]): number {
  return uses
    .filter(({ scope }) => scopes.includes(scope))
    .reduce((sum, { requests_30_days }) => sum + requests_30_days, 0);
}

const parsed = (row: UsesRow): CredentialUses => ({ ...row, uses: JSON.parse(row.uses) as Use[] });

/** Adds proposals to remove the scopes that a credential has not used for 30 or 90 days. */
function withProposals(row: UsesRow): DocumentRow {
  const credential = parsed(row);
  const granted = credential.uses.map(({ scope }) => scope);
  const proposals = unusedPeriods.flatMap((unused_days) => {
    const removed_scopes = row[`unused_${unused_days}_days`];
    if (removed_scopes.length === 0) return [];
    const remaining_scopes = granted.filter((scope) => !removed_scopes.includes(scope));
    const refused_requests_30_days = requestsRequiring(credential, removed_scopes);
    return [{ unused_days, removed_scopes, remaining_scopes, refused_requests_30_days }];
  });
  return { ...row, proposals: JSON.stringify(proposals) };
}

/**
 * Uses of granted scopes by the installed apps and active access tokens of one shop. The shop API counts them
 * with `ScopeCounts` of libs/platform/access.
 */
@Injectable()
export class ScopeUses {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(ScopeDay, 'auth') private readonly days: Repository<ScopeDay>,
  ) {}

  async list({ id: shop_id }: Shop, query: ListQuery): Promise<Page> {
    const uses = this.usesOf(this.days, shop_id);
    const unusedDays = query.filters['unused_days'];
    if (unusedDays !== undefined) uses.andWhere(`c.unused_${unusedDays === '30' ? 30 : 90}_days <> '{}'`);
    const read = listing(uses, { id: 'c.id' });
    const page = await readPage((statement) => this.database.query({ shop_id }, statement), read, query);
    return { ...page, rows: (page.rows as UsesRow[]).map(withProposals) };
  }

  /** Returns the scope uses of an installation or access token. Throws 404 for an unknown id. */
  async find({ id: shop_id }: Shop, id: string): Promise<DocumentRow> {
    const row = isUuid(id) && (await this.read(this.database.of({ shop_id }, this.days), shop_id, id));
    if (!row) throw notFound('scope_uses', id);
    return withProposals(row);
  }

  /**
   * Reads the scope uses of a locked installation or access token. Returns undefined if the app is not
   * installed or the access token is not active.
   */
  async findIn(transaction: Transaction, shop_id: string, id: string): Promise<CredentialUses | undefined> {
    const row = await this.read(transaction.of(this.days), shop_id, id);
    return row && parsed(row);
  }

  private read(repository: Repository<ScopeDay>, shop_id: string, id: string): Promise<UsesRow | undefined> {
    return this.usesOf(repository, shop_id).andWhere('c.id = :id', { id }).getRawOne<UsesRow>();
  }

  private usesOf({ manager }: Repository<ScopeDay>, shop_id: string): SelectQueryBuilder<ObjectLiteral> {
    return manager
      .createQueryBuilder()
      .from(`(${credentialUses})`, 'c')
      .select('c.*')
      .where('true')
      .setParameters({ shop_id, now: new Date(this.database.clock.now()), all: allScopes });
  }
}

const allScopes = declaredScopes.map(({ scope }) => scope as string);

const credentials = `
  SELECT i.id, a.name, i.id AS installation_id, NULL::uuid AS access_token_id, i.scopes,
    coalesce(i.scopes_granted_at, i.updated_at) AS granted_at
  FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id
  WHERE i.shop_id = :shop_id AND i.status = 'installed'
  UNION ALL
  SELECT t.id, t.name, NULL, t.id, coalesce(t.scopes, :all), coalesce(t.scopes_granted_at, t.updated_at)
  FROM auth.access_tokens t
  WHERE t.shop_id = :shop_id AND t.status = 'active' AND t.session_id IS NULL
    AND (t.expires_at IS NULL OR t.expires_at > :now)`;

const sinceDaysAgo = (days: number) =>
  `date_bin('1 day', :now::timestamptz, to_timestamp(0)) - interval '${days} days'`;
const requestsIn = (days: number) =>
  `coalesce(sum(d.requests) FILTER (WHERE d.day >= ${sinceDaysAgo(days)}), 0)::double precision`;

/** SQL subquery that counts the uses of a scope `s` by a credential `k`. */
const usesOfScope = `
  SELECT max(d.day) AS last, ${requestsIn(30)} AS requests_30, ${requestsIn(90)} AS requests_90,
    coalesce(json_agg(DISTINCT d.method) FILTER (WHERE d.day >= ${sinceDaysAgo(90)}), '[]') AS methods
  FROM auth.scope_days d WHERE d.shop_id = :shop_id AND d.credential_id = k.id AND d.scope = s.scope`;

const unusedFor = (days: number) =>
  `coalesce(array_agg(s.scope ORDER BY s.scope) FILTER (WHERE u.requests_${days} = 0
    AND f.first <= ${sinceDaysAgo(days)} AND k.granted_at <= ${sinceDaysAgo(days)}), '{}')`;

/**
 * Selects one row per credential with its scope uses. A scope can count as unused for 30 or 90 days only if the
 * shop's first recorded use and the credential's scopes are at least this old.
 */
const credentialUses = `
  SELECT k.id, k.name, k.installation_id, k.access_token_id, :shop_id::uuid AS shop_id,
    CASE WHEN f.first IS NOT NULL THEN greatest(k.granted_at, f.first) END AS observed_since,
    coalesce(json_agg(json_build_object('scope', s.scope, 'last_used_on', to_char(u.last, 'YYYY-MM-DD'),
      'requests_30_days', u.requests_30, 'requests_90_days', u.requests_90, 'methods', u.methods)
      ORDER BY s.scope) FILTER (WHERE s.scope IS NOT NULL), '[]') AS uses,
    ${unusedFor(30)} AS unused_30_days,
    ${unusedFor(90)} AS unused_90_days
  FROM (${credentials}) k
  CROSS JOIN (SELECT min(day) AS first FROM auth.scope_days WHERE shop_id = :shop_id) f
  LEFT JOIN LATERAL unnest(k.scopes) AS s (scope) ON true
  LEFT JOIN LATERAL (${usesOfScope}) u ON true
  GROUP BY k.id, k.name, k.installation_id, k.access_token_id, k.granted_at, f.first`;
