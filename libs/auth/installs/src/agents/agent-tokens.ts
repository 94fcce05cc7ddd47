import { Inject, Injectable } from '@nestjs/common';
import { suspended, suspensionOf } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { App, Installation, OAuthToken, RefreshToken, Shop } from '@storewright/entities';
import {
  deriveOAuthToken,
  deriveRefreshToken,
  type Digest,
  digestBytes,
  digestOf,
} from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';
import { Nonce } from '../oauth-tokens/nonce.entity';
import { TOKEN_KEYS, tokenOf } from '../oauth-tokens/nonce-exchange';
import { tokenRights } from '../installations/token-rights';
import { OAuthError } from '../oauth/oauth-error';
import { endExpired, endFamily } from './token-families';

/** Lifetimes of an AI agent's access tokens and refresh tokens (docs/adr/agents-oauth.md). */
export const ACCESS_TOKEN_LIFE_SECONDS = 60 * 60;
const REFRESH_TOKEN_LIFE_DAYS = 30;

/** An access token and a refresh token in plain text, with their shop. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
  scopes: readonly string[];
  shop: Pick<Shop, 'id' | 'domain'>;
}

/** Throws an OAuthError if the authorization code was issued for a different request. */
export type CodeCheck = (nonce: Nonce) => void;

interface Presented {
  client_url: string;
  requestId: string;
}

interface Held {
  installation: Installation;
  shop: Shop;
  requestId: string;
}

const write = { mode: 'pessimistic_write' } as const;
const inSeconds = (seconds: number) => () => `clock_timestamp() + interval '${seconds} seconds'`;
const inDays = (days: number) => () => `clock_timestamp() + interval '${days} days'`;

/**
 * Access tokens of AI agents, valid for an hour, with rotating refresh tokens (RFC 6749 §6, RFC 9700
 * §4.14.2). New tokens are derived from the code or refresh token, so a repeated request returns the same
 * tokens until their first use. A later repetition reveals that two parties have the credential, and revokes
 * all tokens of the consent.
 */
@Injectable()
export class AgentTokens {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(TOKEN_KEYS) private readonly keys: readonly Uint8Array[],
  ) {}

  /** Exchanges an authorization code for tokens. Returns undefined for an unknown code. */
  exchange(code: string, presented: Presented, check: CodeCheck): Promise<TokenPair | undefined> {
    const digest = digestOf(code);
    return this.withShop(digest, Nonce, presented, async (transaction, nonce) => {
      const { shop_id, oauth_token_id: id } = nonce;
      const token = await transaction.of(OAuthToken).findOneByOrFail({ shop_id, id });
      const held = await lockHeld(transaction, token, presented);
      check(nonce);
      const current = await transaction.of(OAuthToken).findOneByOrFail({ shop_id, id });
      const seed = `code:${code}`;
      if (current.status === 'active') return this.repeated(transaction, { held, token: current, seed });
      if (current.status !== 'pending' || (await isOver(transaction, Nonce, { digest: digestBytes(digest) })))
        throw ended('The authorization code expired or was replaced by a newer one.');
      await endExpired(transaction, current);
      await transaction.of(Nonce).update({ digest: digestBytes(digest) }, { exchanged_at: () => 'now()' });
      const pair = await this.issue(transaction, { held, token: current, seed });
      const detail = { installation_id: token.installation_id, oauth_token_id: id };
      await audit(transaction, held, 'oauth_tokens.exchanged', detail);
      return pair;
    });
  }

  /** Exchanges a refresh token for new tokens. Returns undefined for an unknown refresh token. */
  refresh(digest: Digest, presented: Presented): Promise<TokenPair | undefined> {
    return this.withShop(digest, RefreshToken, presented, async (transaction, { shop_id, id }) => {
      const { installation_id } = await transaction.of(RefreshToken).findOneByOrFail({ shop_id, id });
      const held = await lockHeld(transaction, { shop_id, installation_id }, presented);
      const refresh = await transaction.of(RefreshToken).findOneBy({ shop_id, id });
      if (!refresh || (await isOver(transaction, RefreshToken, { shop_id, id })))
        throw ended('The refresh token expired or was revoked.');
      const { family_id, successor_id } = refresh;
      const seed = `refresh:${id}`;
      if (successor_id === null) return this.rotate(transaction, { held, refresh, seed });
      const successor = await transaction.of(RefreshToken).findOneByOrFail({ shop_id, id: successor_id });
      const where = { shop_id, id: successor.oauth_token_id };
      const token = await transaction.of(OAuthToken).findOneByOrFail(where);
      if (token.status !== 'active') throw ended('The refresh token was revoked.');
      return this.repeated(transaction, { held, token: { ...token, family_id }, seed });
    });
  }

  /** Revokes all tokens of the consent to which a refresh token or access token belongs (RFC 7009). */
  revoke(digest: Digest, { client_url, requestId }: Presented): Promise<void> {
    return this.database.transaction({ credential: digest }, async (transaction) => {
      const where = { digest: digestBytes(digest) };
      const refresh = await transaction.of(RefreshToken).findOneBy(where);
      const token = refresh ?? (await transaction.of(OAuthToken).findOneBy(where));
      if (!token?.family_id) return;
      const { shop_id, installation_id, family_id } = token;
      transaction.enter({ shop_id });
      const installation = await transaction
        .of(Installation)
        .findOneOrFail({ where: { shop_id, id: installation_id }, lock: write });
      const app = await transaction.of(App).findOneByOrFail({ id: installation.app_id });
      if (app.client_url !== client_url) return;
      await endFamily(transaction, { shop_id, family_id });
      const detail = { installation_id, oauth_token_id: family_id, reason: 'revoked by the app' };
      const entry = { shop_id, app_id: app.id, request_id: requestId };
      await recordAudit(transaction, { ...entry, kind: 'oauth_tokens.revoked', detail });
    });
  }

  /**
   * Finds a code or refresh token and runs `work` in a transaction of its shop. Throws the error of a replay
   * after the transaction, because the revocation must be committed.
   */
  private async withShop<Row extends Nonce | RefreshToken>(
    digest: Digest,
    entity: new () => Row,
    { client_url }: Presented,
    work: (transaction: Transaction, row: Row) => Promise<TokenPair | 'replayed'>,
  ): Promise<TokenPair | undefined> {
    const outcome = await this.database.transaction({ credential: digest }, async (transaction) => {
      const row = await transaction.of(entity).findOneBy({ digest: digestBytes(digest) } as object);
      if (!row) return undefined;
      transaction.enter({ shop_id: row.shop_id });
      const token = await transaction
        .of(OAuthToken)
        .findOneBy({ shop_id: row.shop_id, id: row.oauth_token_id });
      const app = token && (await transaction.of(App).findOneBy({ id: token.app_id }));
      return app?.client_url === client_url ? work(transaction, row) : undefined;
    });
    if (outcome === 'replayed')
      throw ended(
        'The code or refresh token was sent again after its new tokens were used, so all tokens were revoked.',
      );
    return outcome;
  }

  private async issue(transaction: Transaction, { held, token, seed }: Issued): Promise<TokenPair> {
    const { shop_id, id, installation_id } = token;
    const pair = this.pairOf(seed);
    await transaction.of(OAuthToken).update(
      { shop_id, id },
      {
        ...{ status: 'active', digest: digestBytes(pair.access.digest), updated_at: () => 'now()' },
        expires_at: inSeconds(ACCESS_TOKEN_LIFE_SECONDS),
      },
    );
    await this.addRefresh(transaction, {
      ...{ id: uuidv7(), shop_id, installation_id, family_id: id, oauth_token_id: id },
      digest: digestBytes(pair.refresh.digest),
    });
    return shown(pair, held);
  }

  /** Creates the access token and refresh token that follow a used refresh token. */
  private async rotate(
    transaction: Transaction,
    { held, refresh, seed }: { held: Held; refresh: RefreshToken; seed: string },
  ): Promise<TokenPair> {
    const { shop_id, installation_id, family_id } = refresh;
    const { installation } = held;
    const pair = this.pairOf(seed);
    await endExpired(transaction, refresh);
    const [oauth_token_id, successor_id] = [uuidv7(), uuidv7()];
    await transaction.of(OAuthToken).insert({
      ...{ shop_id, id: oauth_token_id, installation_id, app_id: installation.app_id, family_id },
      ...tokenRights(installation),
      ...{ status: 'active', digest: digestBytes(pair.access.digest) },
      expires_at: inSeconds(ACCESS_TOKEN_LIFE_SECONDS) as unknown as string,
    });
    await this.addRefresh(transaction, {
      ...{ id: successor_id, shop_id, installation_id, family_id, oauth_token_id },
      digest: digestBytes(pair.refresh.digest),
    });
    await transaction.of(RefreshToken).update({ shop_id, id: refresh.id }, { successor_id });
    return shown(pair, held);
  }

  private async addRefresh(
    transaction: Transaction,
    values: Pick<
      RefreshToken,
      'id' | 'shop_id' | 'installation_id' | 'family_id' | 'oauth_token_id' | 'digest'
    >,
  ): Promise<void> {
    const expires_at = inDays(REFRESH_TOKEN_LIFE_DAYS) as unknown as string;
    await transaction.of(RefreshToken).insert({ ...values, expires_at });
  }

  /**
   * Handles a repeated token request: returns the same tokens if both are unused, and otherwise revokes all
   * tokens of the consent.
   */
  private async repeated(
    transaction: Transaction,
    { held, token, seed }: Issued,
  ): Promise<TokenPair | 'replayed'> {
    const { shop_id, id, installation_id } = token;
    const refresh = await transaction.of(RefreshToken).findOneBy({ shop_id, oauth_token_id: id });
    const pairs = this.keys.map((key) => pairWith(key, seed));
    const access =
      token.digest &&
      tokenOf(
        token.digest,
        pairs.map((pair) => pair.access),
      );
    const same = pairs.find((pair) => pair.access === access);
    if (same && refresh && refresh.successor_id === null && token.first_used_at === null) {
      const expires_at = inSeconds(ACCESS_TOKEN_LIFE_SECONDS);
      await transaction.of(OAuthToken).update({ shop_id, id }, { expires_at });
      return shown(same, held);
    }
    const family_id = token.family_id ?? id;
    await endFamily(transaction, { shop_id, family_id });
    const detail = { installation_id, oauth_token_id: id };
    await audit(transaction, held, 'refresh_tokens.replayed', detail);
    return 'replayed';
  }

  private pairOf(seed: string): Pair {
    return pairWith(this.keys[0]!, seed);
  }
}

interface Issued {
  held: Held;
  token: OAuthToken;
  /** Text from which the tokens of an AI agent are derived with a secret key. */
  seed: string;
}

type Pair = ReturnType<typeof pairWith>;

const pairWith = (key: Uint8Array, seed: string) => ({
  access: deriveOAuthToken(key, seed),
  refresh: deriveRefreshToken(key, seed),
});

function shown({ access, refresh }: Pair, { installation: { scopes }, shop }: Held): TokenPair {
  return { access_token: access.reveal(), refresh_token: refresh.reveal(), scopes, shop };
}

/**
 * Locks the installation, like grants and uninstalls do, so that concurrent requests with one credential run
 * one after the other.
 */
async function lockHeld(
  transaction: Transaction,
  { shop_id, installation_id: id }: Pick<OAuthToken, 'shop_id' | 'installation_id'>,
  { requestId }: Presented,
): Promise<Held> {
  const installation = await transaction
    .of(Installation)
    .findOneOrFail({ where: { shop_id, id }, lock: write });
  const shop = await transaction.of(Shop).findOneByOrFail({ id: shop_id });
  if (installation.status !== 'installed') throw ended('The agent was removed from the shop.');
  const suspension = suspensionOf({ ...shop, app_suspended: installation.suspended });
  if (suspension) throw suspended(suspension);
  return { installation, shop, requestId };
}

/** Reads the clock after acquiring the lock, because waiting for the lock takes time. */
async function isOver(
  transaction: Transaction,
  entity: new () => Nonce | RefreshToken,
  where: object,
): Promise<boolean> {
  const query = transaction.of(entity).createQueryBuilder('c').where(where);
  return query.andWhere('c.expires_at <= clock_timestamp()').getExists();
}

function audit(
  transaction: Transaction,
  { installation: { shop_id, app_id }, requestId: request_id }: Held,
  kind: 'oauth_tokens.exchanged' | 'refresh_tokens.replayed',
  detail: Record<string, string>,
): Promise<void> {
  return recordAudit(transaction, { kind, shop_id, app_id, request_id, detail });
}

function ended(description: string): OAuthError {
  return new OAuthError('invalid_grant', `${description} Ask the shop owner to connect the agent again.`);
}
