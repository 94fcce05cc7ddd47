import { Injectable } from '@nestjs/common';
import { isAccessToken } from '@storewright/access';
import {
  AuthDatabase,
  defineStatement,
  selectColumns,
  type StatementDefinition,
} from '@storewright/database';
import { AccessToken, type EntityClass, OAuthToken, Shop } from '@storewright/entities';
import { declaredScopes } from '@storewright/scopes';
import { digestBytes, parseToken, type TokenKind } from '@storewright/tokens';
import type { DataSource } from 'typeorm';
import type { Client } from './client-authentication';

/** Introspection response (RFC 7662 §2.2). Times are in seconds since 1970. */
export type Introspection =
  | { active: false }
  | {
      active: true;
      scope: string;
      token_type: 'Bearer';
      /** Id of the only shop to which the token gives access. */
      sub: string;
      shop_id: string;
      /** Id of the app. Absent for an access token that a member created. */
      client_id?: string;
      iat: number;
      exp?: number;
    };

interface TokenRow {
  shop_id: string;
  app_id?: string;
  scopes: string[] | null;
  iat: number;
  exp?: number | null;
}

const seconds = (column: string) => `floor(extract(epoch FROM ${column}))::double precision`;

/** Selects active tokens. Tokens of a suspended shop or app are inactive. */
function activeTokens<E extends OAuthToken | AccessToken>(
  source: DataSource,
  entity: EntityClass<E>,
  hasDigest = 't.digest = :digest',
) {
  return selectColumns(source.createQueryBuilder<OAuthToken | AccessToken>(entity, 't'), [
    'shop_id',
    'scopes',
  ])
    .addSelect(seconds('t.created_at'), 'iat')
    .innerJoin(Shop, 's', 's.id = t.shop_id AND s.status = :active AND NOT s.api_suspended')
    .where(`(${hasDigest}) AND t.status = :active`, { active: 'active' });
}

const statements: Partial<Record<TokenKind, StatementDefinition<TokenRow>>> = {
  oauth_token: defineStatement('introspect-oauth_token', (source) =>
    activeTokens(source, OAuthToken)
      .addSelect('t.app_id', 'app_id')
      .addSelect(seconds('t.expires_at'), 'exp')
      .andWhere('NOT t.suspended')
      .andWhere('(t.expires_at IS NULL OR t.expires_at > now())'),
  ),
  access_token: defineStatement('introspect-access_token', (source) =>
    activeTokens(source, AccessToken, isAccessToken)
      .addSelect(seconds('t.expires_at'), 'exp')
      .andWhere('(t.expires_at IS NULL OR t.expires_at > now())'),
  ),
};

/**
 * Introspects tokens. An introspection does not count as a use of the token, so the app can still repeat the
 * nonce exchange.
 */
@Injectable()
export class TokenIntrospection {
  constructor(private readonly database: AuthDatabase) {}

  /** Introspects a token (RFC 7662). Reports a token as inactive to an app that does not own the token. */
  async introspect(text: string, client: Client): Promise<Introspection> {
    const token = parseToken(text);
    const statement = token && statements[token.kind];
    if (!statement) return { active: false };
    const context = { credential: token.digest };
    const [row] = await this.database.execute(context, statement, { digest: digestBytes(token.digest) });
    if (!row) return { active: false };
    const { shop_id, app_id, scopes, iat, exp } = row;
    if (client.kind === 'app' && client.app_id !== app_id) return { active: false };
    return {
      active: true,
      scope: (scopes ?? declaredScopes.map(({ scope }) => scope)).join(' '),
      token_type: 'Bearer',
      sub: shop_id,
      shop_id,
      ...(app_id ? { client_id: app_id } : {}),
      iat,
      ...(typeof exp === 'number' ? { exp } : {}),
    };
  }
}
