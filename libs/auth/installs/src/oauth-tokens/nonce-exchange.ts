import { Inject, Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
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

/** `exchanged` counts answers, so one that was lost and asked for again counts twice. */
export const nonces = processCounter(
  'storewright_nonces_total',
  'Nonces: made by a grant, exchanged for a token, refused',
  'outcome',
  ['made', 'exchanged', 'refused'],
);

/** An OAuth token's row with its text, and the shop's row. */
export interface Exchanged {
  token: ShownOAuthToken & { token: string };
  shop: ShownShop;
}

/** Whose nonce it is, and what else its holder has to prove. */
export type Holder = Pick<Installed, 'app_id' | 'code_challenge' | 'require_secret' | 'install_url'>;

export interface ExchangeOptions {
  requestId: string;
  /** Throws where who asks has not proved enough; the nonce is then as good as before. */
  check(holder: Holder): void;
}

type Outcome = Exchanged['token'] | 'nonce_expired' | 'nonce_used';

/**
 * nonce → OAuth token (docs/contract.md §4). One nonce makes one token, however many requests race; a lost answer can be asked for
 * again until the token is used; a repeat after that means that two hold the nonce, so the token is revoked (RFC 6749 §4.1.2).
 */
@Injectable()
export class NonceExchange {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(TOKEN_KEYS) private readonly keys: readonly Uint8Array[],
  ) {}

  /** Undefined where no installation has this nonce. */
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
    const [found] = await this.database.execute(context, findNonce, { nonce: digestBytes(digest) });
    if (!found) return undefined;
    const { shop_id } = found;
    // What a replay revokes has to be committed, so the refusal is thrown outside of the transaction.
    const { outcome, shop } = await this.database.transaction(
      { ...context, shop_id },
      async (transaction) => {
        const { installed, older } = await lock(transaction, digest, found);
        check(installed);
        const outcome = await decide(transaction, installed, { tokens, nonce: digest, older, requestId });
        return { outcome, shop: shopOf(installed) };
      },
    );
    if (typeof outcome === 'string') throw gone(outcome);
    return { token: outcome, shop };
  }
}

interface Attempt {
  /** The first one is that of a new exchange, the others are those of earlier keys. */
  tokens: readonly PlainToken[];
  /** Digest of the nonce. */
  nonce: Digest;
  /** Active tokens of the installation. */
  older: readonly Pick<OAuthToken, 'id'>[];
  requestId: string;
}

type Found = Pick<Nonce, 'shop_id' | 'oauth_token_id'>;

/** One message: each statement sees what was committed while the one before it waited. */
async function lock(transaction: Transaction, digest: Digest, found: Found) {
  const [, older, [installed]] = await Promise.all([
    transaction.execute(lockInstallation, { ...found }),
    transaction.execute(lockActive, { ...found }),
    transaction.execute(readInstalled, { nonce: digestBytes(digest) }),
  ]);
  if (!installed) throw nonceNotFound();
  return { installed, older };
}

async function decide(transaction: Transaction, installed: Installed, attempt: Attempt): Promise<Outcome> {
  const { status, digest } = installed;
  const used = installed.first_used_at !== null;
  if (installed.shop_status === 'suspended')
    throw new ApiError('shop_suspended', {
      detail: 'The shop is suspended. Ask the operator of the platform.',
    });
  if (installed.expired || installed.installation_status === 'uninstalled') return 'nonce_expired';
  if (status === 'pending') return exchangeOnce(transaction, installed, attempt);
  if (status === 'active' && used) {
    await revokeReplayed(transaction, installed, attempt.requestId);
    return 'nonce_used';
  }
  // A token of a key that is no longer in TOKEN_KEY cannot be derived again.
  const repeated = status === 'active' && digest && tokenOf(digest, attempt.tokens);
  if (repeated) return { ...installed, token: repeated.reveal() };
  return used ? 'nonce_used' : 'nonce_expired';
}

/** The one with this digest. */
export function tokenOf(digest: Buffer, tokens: readonly PlainToken[]): PlainToken | undefined {
  return tokens.find((each) => digest.equals(digestBytes(each.digest)));
}

/** One message, and COMMIT with it. */
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
    // First: an installation has one active token.
    older.length > 0 && transaction.execute(supersede, { shop_id, installation_id }),
    transaction.execute(activate, values),
    transaction.execute(markExchanged, { nonce: digestBytes(nonce) }),
    ...superseded.map((entry) => recordAudit(transaction, entry)),
    recordAudit(transaction, { ...audited, kind: 'oauth_tokens.exchanged', detail }),
    // Nobody can have asked for the new one yet. NOTIFY makes commits wait for each other, so it is for the tokens that end.
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
    detail: 'No installation has this nonce; take it from the "nonce" parameter of the install URL.',
  });
}

function gone(code: 'nonce_expired' | 'nonce_used'): ApiError {
  const detail = {
    nonce_expired:
      'The nonce lived ten minutes, its installation is gone, or the owner agreed anew since; take the newest nonce, or ask the shop owner to install the app again.',
    nonce_used:
      'The token of this nonce has been used already. If that was not you, the shop owner has to install the app again.',
  };
  return new ApiError(code, { detail: detail[code] });
}
