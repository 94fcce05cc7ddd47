import { Inject, Injectable, Optional } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import type { Row } from '@storewright/json-api';
import { CLOCK, type Clock, type Shop, TtlCache } from '@storewright/tenancy';
import type { Digest, PlainToken } from '@storewright/tokens';
import type { AnyCredentialChange } from './credential-change';
import type { Grant } from './grant';

const statements = {
  oauth_token: `
    SELECT t.id, t.shop_id, s.domain, s.status, t.scopes, t.app_id, t.installation_id, t.first_used_at IS NOT NULL AS used,
           CASE WHEN a.require_proof THEN ARRAY(
             SELECT sealed FROM auth.app_secrets x WHERE x.app_id = a.id AND (x.expires_at IS NULL OR x.expires_at > now())
           ) END AS proof_secrets
    FROM auth.oauth_tokens t JOIN auth.shops s ON s.id = t.shop_id JOIN auth.apps a ON a.id = t.app_id
    WHERE t.digest = decode($1, 'hex') AND t.status = 'active'`,
  access_token: `
    SELECT t.id, t.shop_id, s.domain, s.status, t.scopes, t.session_id, true AS used
    FROM auth.access_tokens t JOIN auth.shops s ON s.id = t.shop_id
    WHERE t.digest = decode($1, 'hex') AND t.status = 'active' AND (t.expires_at IS NULL OR t.expires_at > now())`,
};

const markFirstUse = `
  UPDATE auth.oauth_tokens SET first_used_at = coalesce(first_used_at, now()), last_used_at = now()
  WHERE shop_id = $1 AND id = $2 AND status = 'active' RETURNING id`;

/**
 * token → grant. What the database said is cached for less than a second and forgotten at once when a change is announced, so a revocation
 * is in force on every instance within one second (CONTRACT §3).
 */
@Injectable()
export class TokenVerifier {
  private readonly grants: TtlCache<Digest, { grant: Grant | undefined }>;

  constructor(
    private readonly database: AuthDatabase,
    @Optional() @Inject(CLOCK) clock?: Clock,
  ) {
    this.grants = new TtlCache(50_000, clock);
  }

  /** The grant of a living token; undefined for any other. Throws `unavailable` where that can't be told. */
  async verify({ kind, digest }: PlainToken): Promise<Grant | undefined> {
    const { grant } = await this.grants.get(digest, async () => ({ grant: await this.read(digest, kind) }));
    return grant;
  }

  /** Puts the first use of an OAuth token on record before it has any effect; false where the token died meanwhile. */
  async firstUse(grant: Grant): Promise<boolean> {
    const rows = await this.database.query(
      { shop_id: grant.shop.id },
      { name: 'first-use', text: markFirstUse, values: [grant.shop.id, grant.token_id] },
    );
    grant.used = rows.length > 0;
    return grant.used;
  }

  /** Drops what is cached about the tokens of a shop, an app or a session, or about one token. */
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
    const statement = { name: `verify-${kind}`, text: statements[kind], values: [digest] };
    const [row] = await this.database.query({ credential: digest }, statement);
    return row && grantOf(kind, digest, row);
  }
}

function grantOf(kind: Grant['kind'], digest: Digest, row: Row): Grant {
  const { scopes, proof_secrets, app_id, installation_id, session_id } = row as {
    scopes: string[] | null;
    proof_secrets?: string[] | null;
    app_id?: string;
    installation_id?: string;
    session_id?: string | null;
  };
  return {
    kind,
    digest,
    token_id: String(row['id']),
    shop: { id: row['shop_id'], domain: row['domain'], status: row['status'] } as Shop,
    used: row['used'] === true,
    ...(scopes ? { scopes: new Set(scopes) } : {}),
    ...(app_id ? { app_id } : {}),
    ...(installation_id ? { installation_id } : {}),
    ...(session_id ? { session_id } : {}),
    ...(proof_secrets ? { proofSecrets: proof_secrets } : {}),
  };
}
