import { Injectable } from '@nestjs/common';
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

/** What is said of a token (RFC 7662 §2.2); times in seconds since 1970. */
export type Introspection =
  | { active: false }
  | {
      active: true;
      scope: string;
      token_type: 'Bearer';
      /** The shop that granted it: all of the token's power is over that shop. */
      sub: string;
      shop_id: string;
      /** The app; none for an access token, which the owner generated. */
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

/** A suspended shop's tokens authorize nothing meanwhile. */
function livingTokens<E extends OAuthToken | AccessToken>(source: DataSource, entity: EntityClass<E>) {
  return selectColumns(source.createQueryBuilder<OAuthToken | AccessToken>(entity, 't'), [
    'shop_id',
    'scopes',
  ])
    .addSelect(seconds('t.created_at'), 'iat')
    .innerJoin(Shop, 's', 's.id = t.shop_id AND s.status = :active')
    .where('t.digest = :digest AND t.status = :active', { active: 'active' });
}

const statements: Partial<Record<TokenKind, StatementDefinition<TokenRow>>> = {
  oauth_token: defineStatement('introspect-oauth_token', (source) =>
    livingTokens(source, OAuthToken).addSelect('t.app_id', 'app_id'),
  ),
  access_token: defineStatement('introspect-access_token', (source) =>
    livingTokens(source, AccessToken)
      .addSelect(seconds('t.expires_at'), 'exp')
      .andWhere('(t.expires_at IS NULL OR t.expires_at > now())'),
  ),
};

/** Says what a token is worth. Asking is no use of the token: the nonce of an OAuth token that was only asked about still lives. */
@Injectable()
export class TokenIntrospection {
  constructor(private readonly database: AuthDatabase) {}

  /** An app learns about its own tokens, the resource server about all; anything else is not active (RFC 7662 §2.2). */
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
