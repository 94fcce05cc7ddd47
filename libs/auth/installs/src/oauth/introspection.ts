import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { declaredScopes } from '@storewright/scopes';
import { parseToken, type TokenKind } from '@storewright/tokens';
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

const seconds = (column: string) => `floor(extract(epoch FROM ${column}))::double precision`;

/** A suspended shop's tokens authorize nothing meanwhile. */
const statements: Partial<Record<TokenKind, string>> = {
  oauth_token: `SELECT t.shop_id, t.app_id, t.scopes, ${seconds('t.created_at')} AS iat
    FROM auth.oauth_tokens t JOIN auth.shops s ON s.id = t.shop_id AND s.status = 'active'
    WHERE t.digest = decode($1, 'hex') AND t.status = 'active'`,
  access_token: `SELECT t.shop_id, t.scopes, ${seconds('t.created_at')} AS iat, ${seconds('t.expires_at')} AS exp
    FROM auth.access_tokens t JOIN auth.shops s ON s.id = t.shop_id AND s.status = 'active'
    WHERE t.digest = decode($1, 'hex') AND t.status = 'active' AND (t.expires_at IS NULL OR t.expires_at > now())`,
};

interface TokenRow {
  shop_id: string;
  app_id?: string;
  scopes: string[] | null;
  iat: number;
  exp?: number | null;
}

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
    const [row] = await this.database.query(context, { text: statement, values: [token.digest] });
    if (!row) return { active: false };
    const { shop_id, app_id, scopes, iat, exp } = row as unknown as TokenRow;
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
