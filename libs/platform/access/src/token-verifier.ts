import { Inject, Injectable, Optional } from '@nestjs/common';
import { AuthDatabase, defineStatement, selectColumns } from '@storewright/database';
import {
  AccessToken,
  App,
  AppSecret,
  type EntityClass,
  OAuthToken,
  Shop as StoredShop,
} from '@storewright/entities';
import { type Actor, type CacheCounts, TtlCache, CLOCK, type Clock, type Shop } from '@storewright/tenancy';
import { type Digest, digestBytes, type PlainToken } from '@storewright/tokens';
import type { DataSource } from 'typeorm';
import { parseNetworks } from './allowed-networks';
import type { AnyCredentialChange } from './credential-change';
import { FirstUses } from './first-uses';
import type { DailyLimitsOfGrant, Grant } from './grant';
import { suspensionOf } from './suspension';

interface TokenRow extends Pick<OAuthToken, 'id' | 'shop_id'>, Omit<Shop, 'id' | 'actor'> {
  name: string;
  person_id?: string | null;
  person_name?: string | null;
  scopes: string[] | null;
  used: boolean;
  /**
   * True if a member of the shop suspended all apps and access tokens. Always false for a token of the admin
   * panel, which is not affected.
   */
  api_suspended: boolean;
  app_suspended?: boolean;
  /**
   * Networks from which the access token or the installation can be used. An installation without own
   * networks has those of the app. null means all networks.
   */
  allowed_networks: string[] | null;
  ask_scopes?: string[];
  daily_request_limit?: number | null;
  daily_write_limit?: number | null;
  app_id?: string;
  installation_id?: string;
  session_id?: string | null;
  /**
   * Encrypted secrets of the app that are still valid, from newest to oldest. Set only if the app requires
   * the header Secret-Proof.
   */
  proof_secrets?: string[] | null;
}

function tokenOf<E extends OAuthToken | AccessToken>(
  source: DataSource,
  entity: EntityClass<E>,
  hasDigest = 't.digest = :digest',
) {
  return selectColumns(source.createQueryBuilder<OAuthToken | AccessToken>(entity, 't'), [
    'id',
    'shop_id',
    'scopes',
  ])
    .addSelect('s.domain', 'domain')
    .addSelect('s.status', 'status')
    .addSelect('s.time_zone', 'time_zone')
    .addSelect('s.currency_code', 'currency_code')
    .innerJoin(StoredShop, 's', 's.id = t.shop_id')
    .where(`(${hasDigest}) AND t.status = :active`, { active: 'active' });
}

/**
 * SQL condition for an access token with this digest. Also matches the previous token after a rotation, until
 * that token expires.
 */
export const isAccessToken =
  't.digest = :digest OR (t.previous_digest = :digest AND t.previous_expires_at > now())';

const living = (row: string) => `(${row}.expires_at IS NULL OR ${row}.expires_at > now())`;

const find = {
  oauth_token: defineStatement<TokenRow>('verify-oauth_token', (source) => {
    const secrets = source
      .createQueryBuilder(AppSecret, 'x')
      .select('x.sealed')
      .where(`x.app_id = a.id AND ${living('x')}`)
      .orderBy('x.generation', 'DESC');
    return tokenOf(source, OAuthToken)
      .addSelect('t.app_id', 'app_id')
      .addSelect('a.name', 'name')
      .addSelect('t.installation_id', 'installation_id')
      .addSelect('t.first_used_at IS NOT NULL', 'used')
      .addSelect('s.api_suspended', 'api_suspended')
      .addSelect('t.suspended', 'app_suspended')
      .addSelect('coalesce(t.allowed_networks, a.allowed_networks)', 'allowed_networks')
      .addSelect('t.ask_scopes', 'ask_scopes')
      .addSelect('t.daily_request_limit', 'daily_request_limit')
      .addSelect('t.daily_write_limit', 'daily_write_limit')
      .addSelect(`CASE WHEN a.require_proof THEN ARRAY(${secrets.getQuery()}) END`, 'proof_secrets')
      .innerJoin(App, 'a', 'a.id = t.app_id')
      .andWhere(living('t'));
  }),
  access_token: defineStatement<TokenRow>('verify-access_token', (source) =>
    tokenOf(source, AccessToken, isAccessToken)
      .addSelect('t.session_id', 'session_id')
      .addSelect('t.name', 'name')
      .addSelect('t.person_id', 'person_id')
      .addSelect('t.person_name', 'person_name')
      .addSelect('t.previous_digest IS NULL OR t.previous_digest = :digest', 'used')
      .addSelect('s.api_suspended AND t.session_id IS NULL', 'api_suspended')
      .addSelect('t.allowed_networks', 'allowed_networks')
      .andWhere(living('t')),
  ),
};

/**
 * Verifies tokens and returns their permissions. A cached result expires within a second, and earlier if a
 * service instance announces a change. A revocation therefore takes effect on all instances within one second
 * (docs/contract.md §3).
 */
@Injectable()
export class TokenVerifier {
  private readonly grants: TtlCache<Digest, { grant: Grant | undefined }>;
  private readonly firstUses: FirstUses;

  constructor(
    private readonly database: AuthDatabase,
    @Optional() @Inject(CLOCK) clock?: Clock,
  ) {
    this.grants = new TtlCache(50_000, clock);
    this.firstUses = new FirstUses(database);
  }

  get cacheCounts(): Readonly<CacheCounts> {
    return this.grants.counts;
  }

  /**
   * Returns the permissions of a token, or undefined if the token is invalid. Throws `unavailable` if the
   * database does not respond.
   */
  async verify({ kind, digest }: PlainToken): Promise<Grant | undefined> {
    const { grant } = await this.grants.get(digest, async () => ({ grant: await this.read(digest, kind) }));
    return grant;
  }

  async firstUse(grant: Grant): Promise<boolean> {
    grant.used = await this.firstUses.ofToken(grant);
    return grant.used;
  }

  firstUseOfSecret(grant: Grant, sealed: string): Promise<void> {
    return this.firstUses.ofSecret(grant, sealed);
  }

  /**
   * Removes the cached permissions of one token (by its digest), or of all tokens of a shop, an app or a
   * sign-in session.
   */
  forget({ shop_id, app_id, session_id, digest }: Partial<AnyCredentialChange>): void {
    this.grants.forget(({ grant }, key) => {
      const ofShop = shop_id !== undefined && grant?.shop.id === shop_id;
      const ofApp = app_id !== undefined && grant?.app_id === app_id;
      const ofSession = session_id !== undefined && grant?.session_id === session_id;
      return key === digest || ofShop || ofApp || ofSession;
    });
  }

  private async read(digest: Digest, kind: PlainToken['kind']): Promise<Grant | undefined> {
    if (kind !== 'oauth_token' && kind !== 'access_token') return undefined;
    const [row] = await this.database.execute({ credential: digest }, find[kind], {
      digest: digestBytes(digest),
    });
    return row && grantOf(kind, digest, row);
  }
}

function grantOf(kind: Grant['kind'], digest: Digest, row: TokenRow): Grant {
  const { id, shop_id, domain, status, time_zone, currency_code, used } = row;
  const {
    scopes,
    ask_scopes = [],
    allowed_networks,
    proof_secrets,
    app_id,
    installation_id,
    session_id,
  } = row;
  // A credential whose writes need approval can always read its own proposals.
  const ownProposals = ask_scopes.length > 0 ? ['proposals.collection', 'proposals.get'] : [];
  const suspension = suspensionOf(row);
  const dailyLimits = dailyLimitsOf(row);
  return {
    kind,
    digest,
    token_id: id,
    shop: {
      ...{ id: shop_id, domain, status, time_zone, currency_code },
      ...{ client: installation_id ?? id, actor: actorOf(row) },
    },
    used,
    ...(suspension ? { suspension } : {}),
    ...(dailyLimits ? { dailyLimits } : {}),
    ...(allowed_networks ? { networks: parseNetworks(allowed_networks) } : {}),
    ...(scopes ? { scopes: new Set([...scopes, ...ownProposals]) } : {}),
    ...(ask_scopes.length > 0 ? { askScopes: new Set(ask_scopes) } : {}),
    ...(app_id ? { app_id } : {}),
    ...(installation_id ? { installation_id } : {}),
    ...(session_id ? { session_id } : {}),
    ...(proof_secrets ? { proofSecrets: proof_secrets } : {}),
  };
}

function dailyLimitsOf({
  daily_request_limit: requests = null,
  daily_write_limit: writes = null,
}: TokenRow): DailyLimitsOfGrant | undefined {
  return requests === null && writes === null ? undefined : { requests, writes };
}

function actorOf({ id, name, app_id, person_id, person_name }: TokenRow): Actor {
  if (app_id) return { type: 'app', id: app_id, name };
  return person_id
    ? { type: 'person', id: person_id, name: person_name ?? name }
    : { type: 'access_token', id, name };
}
