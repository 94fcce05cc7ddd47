import { Inject, Injectable } from '@nestjs/common';
import { announce, suspended, suspensionOf } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import { allInOrder, AuthDatabase, type Transaction } from '@storewright/database';
import { OAuthToken } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import { processCounter } from '@storewright/metrics';
import type { ShownShop } from '@storewright/tenancy';
import {
  deriveOAuthToken,
  type Digest,
  digestBytes,
  digestOf,
  isNonce,
  type PlainToken,
} from '@storewright/tokens';
import {
  activate,
  type Installed,
  findNonce,
  lockActive,
  lockInstallation,
  markExchanged,
  readInstalled,
  shopOf,
  supersede,
} from './exchange-statements';
import type { Nonce } from './nonce.entity';
import type { ShownOAuthToken } from './oauth-token.resource';

export const TOKEN_KEYS = Symbol('token keys');

/** Counter of nonce exchanges by outcome. A repeated exchange counts as `exchanged` again. */
export const nonces = processCounter(
  'storewright_nonces_total',
  'Nonces by outcome: granted, exchanged for a token, refused',
  'outcome',
  ['made', 'exchanged', 'refused'],
);

export interface Exchanged {
  token: ShownOAuthToken & { token: string };
  shop: ShownShop;
}

/** The app of a nonce, with the proofs that the app requires in addition to the nonce. */
export type Holder = Pick<Installed, 'app_id' | 'code_challenge' | 'require_secret' | 'install_url'>;

export interface ExchangeOptions {
  requestId: string;
  /** Throws if the client lacks a proof that the app requires. The nonce then stays valid. */
  check(holder: Holder): void;
}

type Outcome = Exchanged['token'] | 'nonce_expired' | 'nonce_used';

/**
 * Exchanges a nonce for an OAuth token (docs/contract.md §4). A repeated request gets the same token until
 * the token's first use, so that a lost response does no harm. A later repetition reveals that two parties
 * have the nonce, and revokes the token (RFC 6749 §4.1.2).
 */
@Injectable()
export class NonceExchange {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(TOKEN_KEYS) private readonly keys: readonly Uint8Array[],
  ) {}

  /** Exchanges a nonce for an OAuth token. Returns undefined if no installation has the nonce. */
  async exchange(nonce: string, options: ExchangeOptions): Promise<Exchanged | undefined> {
    try {
      const exchanged = await this.attempt(nonce, options);
      nonces.inc({ outcome: exchanged ? 'exchanged' : 'refused' });
      return exchanged;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) nonces.inc({ outcome: 'refused' });
      throw error;
    }
  }

  private async attempt(
    nonce: string,
    { requestId, check }: ExchangeOptions,
  ): Promise<Exchanged | undefined> {
    if (!isNonce(nonce)) throw nonceNotFound();
    const tokens = this.keys.map((key) => deriveOAuthToken(key, nonce));
    const digest = digestOf(nonce);
    const context = { credential: digest };
    const [nonceRow] = await this.database.execute(context, findNonce, { nonce: digestBytes(digest) });
    if (!nonceRow) return undefined;
    const { shop_id } = nonceRow;
    // Throws the error of a replay after the transaction, because the revocation must be committed.
    const { outcome, shop } = await this.database.transaction(
      { ...context, shop_id },
      async (transaction) => {
        const { installed, older } = await lock(transaction, digest, nonceRow);
        check(installed);
        const outcome = await decide(transaction, installed, { tokens, nonce: digest, older, requestId });
        return { outcome, shop: shopOf(installed) };
      },
    );
    if (typeof outcome === 'string') throw nonceEnded(outcome);
    return { token: outcome, shop };
  }
}

interface Attempt {
  /**
   * OAuth tokens derived from the nonce, one per key. A new exchange issues the first token, which the newest
   * key derives.
   */
  tokens: readonly PlainToken[];
  nonce: Digest;
  older: readonly Pick<OAuthToken, 'id'>[];
  requestId: string;
}

type NonceRow = Pick<Nonce, 'shop_id' | 'oauth_token_id'>;

/**
 * Sends three SQL statements as one protocol message. Each statement has its own snapshot, which includes
 * rows that were committed while the previous statement waited for a lock.
 */
async function lock(transaction: Transaction, digest: Digest, nonceRow: NonceRow) {
  const [, older, [installed]] = await Promise.all([
    transaction.execute(lockInstallation, { ...nonceRow }),
    transaction.execute(lockActive, { ...nonceRow }),
    transaction.execute(readInstalled, { nonce: digestBytes(digest) }),
  ]);
  if (!installed) throw nonceNotFound();
  return { installed, older };
}

async function decide(transaction: Transaction, installed: Installed, attempt: Attempt): Promise<Outcome> {
  const { status, digest } = installed;
  const used = installed.first_used_at !== null;
  const suspension = suspensionOf({ ...installed, status: installed.shop_status });
  if (suspension) throw suspended(suspension);
  if (installed.expired || installed.installation_status === 'uninstalled') return 'nonce_expired';
  if (status === 'pending') return exchangeOnce(transaction, installed, attempt);
  if (status === 'active' && used) {
    await revokeReplayed(transaction, installed, attempt.requestId);
    return 'nonce_used';
  }
  // An OAuth token cannot be derived again if its key was removed from TOKEN_KEY.
  const repeated = status === 'active' && digest && tokenOf(digest, attempt.tokens);
  if (repeated) return { ...installed, token: repeated.reveal() };
  return used ? 'nonce_used' : 'nonce_expired';
}

export function tokenOf(digest: Buffer, tokens: readonly PlainToken[]): PlainToken | undefined {
  return tokens.find((each) => digest.equals(digestBytes(each.digest)));
}

/** Sends all SQL statements of an exchange and COMMIT as one protocol message. */
async function exchangeOnce(
  transaction: Transaction,
  { shop_id, installation_id, app_id, id }: Installed,
  { tokens, nonce, older, requestId }: Attempt,
): Promise<Exchanged['token']> {
  const token = tokens[0]!;
  const audited = { shop_id, app_id, request_id: requestId };
  const values = { shop_id, id, token: digestBytes(token.digest) };
  const superseded = older.map(({ id: oauth_token_id }) => {
    const detail = { installation_id, oauth_token_id, superseded_by: id };
    return { ...audited, kind: 'oauth_tokens.superseded', detail } as const;
  });
  const detail = { installation_id, oauth_token_id: id };
  const [, [activated]] = await allInOrder([
    // Invalidates older tokens before activating the new token, because an installation can have only one
    // active token.
    older.length > 0 && transaction.execute(supersede, { shop_id, installation_id }),
    transaction.execute(activate, values),
    transaction.execute(markExchanged, { nonce: digestBytes(nonce) }),
    ...superseded.map((entry) => recordAudit(transaction, entry)),
    recordAudit(transaction, { ...audited, kind: 'oauth_tokens.exchanged', detail }),
    // Announces only the end of a token, because NOTIFY serializes commits. No instance can have cached the
    // new token.
    older.length > 0 && announce(transaction, { shop_id }),
    transaction.commit(),
  ]);
  return { ...activated!, token: token.reveal() };
}

async function revokeReplayed(
  transaction: Transaction,
  { shop_id, installation_id, app_id, id }: Installed,
  requestId: string,
): Promise<void> {
  const revoked = { status: 'revoked', updated_at: () => 'now()' } as const;
  await transaction.of(OAuthToken).update({ shop_id, id }, revoked);
  const audited = { shop_id, app_id, request_id: requestId, detail: { installation_id, oauth_token_id: id } };
  await recordAudit(transaction, { ...audited, kind: 'nonces.replayed' });
  await recordAudit(transaction, {
    ...audited,
    kind: 'oauth_tokens.revoked',
    detail: { ...audited.detail, reason: 'nonce replayed' },
  });
  await announce(transaction, { shop_id });
}

export function nonceNotFound(): ApiError {
  return new ApiError('nonce_not_found', {
    detail: 'The nonce is unknown. Send the value of the "nonce" parameter that the install URL received.',
  });
}

function nonceEnded(code: 'nonce_expired' | 'nonce_used'): ApiError {
  const detail = {
    nonce_expired:
      'The nonce expired, was replaced by a newer one, or the app was uninstalled. Use the newest ' +
      'nonce, or ask the shop owner to reinstall the app.',
    nonce_used:
      'The token of this nonce has been used already, so the token was revoked. Ask the shop owner ' +
      'to reinstall the app.',
  };
  return new ApiError(code, { detail: detail[code] });
}
