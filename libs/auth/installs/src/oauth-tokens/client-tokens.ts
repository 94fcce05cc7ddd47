import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { announce, suspended, suspensionOf } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { Installation, OAuthToken, Shop } from '@storewright/entities';
import { deriveOAuthToken, digestBytes, type PlainToken } from '@storewright/tokens';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type TokenRights, tokenRights } from '../installations/token-rights';
import { OAuthError } from '../oauth/oauth-error';
import { type Exchanged, TOKEN_KEYS, tokenOf } from './nonce-exchange';

export interface TokenRequest {
  app_id: string;
  domain: string;
  /** Requested scopes. The token always gets all scopes that the shop granted. */
  scopes: readonly string[];
  requestId: string;
}

type Held = Pick<Installation, 'shop_id' | 'id' | 'app_id'> & TokenRights;

/**
 * Exchanges an app's secret for an OAuth token of one shop (RFC 6749 §4.4). The token is derived from its row
 * id, so repeated requests return the same token although the database contains only its digest. The first
 * token of this kind revokes a token from a nonce, because an installation has one valid token.
 */
@Injectable()
export class ClientTokens {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(Shop, 'auth') private readonly shops: Repository<Shop>,
    @InjectRepository(Installation, 'auth') private readonly installations: Repository<Installation>,
    @InjectRepository(OAuthToken, 'auth') private readonly tokens: Repository<OAuthToken>,
    @Inject(TOKEN_KEYS) private readonly keys: readonly Uint8Array[],
  ) {}

  /**
   * Issues an OAuth token for an app's secret, or returns undefined if the shop has not installed the app.
   * Throws if the app requests a scope that was not granted.
   */
  async issue({ app_id, domain, scopes, requestId }: TokenRequest): Promise<Exchanged | undefined> {
    const shop = await this.database.of({}, this.shops).findOneBy({ domain });
    if (!shop) return undefined;
    const shop_id = shop.id;
    const token = await this.database.transaction({ shop_id }, async (transaction) => {
      // Locks the installation before its tokens, in the same order as grants, nonce exchanges and
      // uninstalls.
      const installation = await transaction.of(this.installations).findOne({
        where: { shop_id, app_id, status: 'installed' },
        lock: { mode: 'pessimistic_write' },
      });
      if (!installation) return undefined;
      const suspension = suspensionOf({ ...shop, app_suspended: installation.suspended });
      if (suspension) throw suspended(suspension);
      if (!scopes.every((scope) => installation.scopes.includes(scope)))
        throw new OAuthError(
          'invalid_scope',
          'scope contains a scope that the owner of the shop has not granted.',
        );
      return this.tokenOf(transaction, installation, requestId);
    });
    return token && { token, shop };
  }

  /**
   * Returns the active token if it was derived from the app's secret. Otherwise replaces the active token.
   */
  private async tokenOf(
    transaction: Transaction,
    installation: Held,
    requestId: string,
  ): Promise<Exchanged['token']> {
    const { shop_id, id: installation_id } = installation;
    const tokens = transaction.of(this.tokens);
    const active = await tokens.findOneBy({ shop_id, installation_id, status: 'active' });
    const known = active?.digest && tokenOf(active.digest, this.derived(active.id));
    if (active && known) return { ...active, token: known.reveal() };
    const id = uuidv7();
    if (active) {
      await tokens.update({ shop_id, id: active.id }, { status: 'superseded', updated_at: () => 'now()' });
      await announce(transaction, { shop_id });
    }
    const created = await this.make(transaction, installation, id);
    await audit(transaction, installation, { requestId, id, superseded: active?.id });
    return created;
  }

  private async make(transaction: Transaction, held: Held, id: string): Promise<Exchanged['token']> {
    const { shop_id, id: installation_id, app_id } = held;
    const token = this.derived(id)[0]!;
    const tokens = transaction.of(this.tokens);
    const digest = digestBytes(token.digest);
    const created = { shop_id, id, installation_id, app_id, ...tokenRights(held), digest };
    await tokens.insert({ ...created, status: 'active' });
    return { ...(await tokens.findOneByOrFail({ shop_id, id })), token: token.reveal() };
  }

  /**
   * Derives an OAuth token for this id with each key, newest key first. Nonces contain no colon, so the
   * prefix cannot collide with a nonce.
   */
  private derived(id: string): PlainToken[] {
    return this.keys.map((key) => deriveOAuthToken(key, `client_credentials:${id}`));
  }
}

async function audit(
  transaction: Transaction,
  { shop_id, app_id, id: installation_id }: Held,
  {
    requestId: request_id,
    id,
    superseded,
  }: { requestId: string; id: string; superseded?: string | undefined },
): Promise<void> {
  const audited = { shop_id, app_id, request_id };
  if (superseded !== undefined) {
    const detail = { installation_id, oauth_token_id: superseded, superseded_by: id };
    await recordAudit(transaction, { ...audited, kind: 'oauth_tokens.superseded', detail });
  }
  const detail = { installation_id, oauth_token_id: id };
  await recordAudit(transaction, { ...audited, kind: 'oauth_tokens.issued', detail });
}
