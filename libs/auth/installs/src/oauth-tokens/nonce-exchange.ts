import { Inject, Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/accounts';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { ApiError, type Row } from '@storewright/json-api';
import { shopColumns } from '@storewright/tenancy';
import { deriveOAuthToken, type Digest, digestOf, isNonce, type PlainToken } from '@storewright/tokens';
import { oauthTokenColumns } from './oauth-token.resource';

export const TOKEN_KEY = Symbol('token key');

/** An OAuth token's row with its text, and the shop's row. */
export interface Exchanged {
  token: Row;
  shop: Row;
}

/** What the nonce leads to, read under lock. */
interface Installed {
  shop_id: string;
  installation_id: string;
  id: string;
  app_id: string;
  status: 'pending' | 'active' | 'revoked' | 'superseded';
  digest: string | null;
  used: boolean;
  expired: boolean;
  uninstalled: boolean;
  suspended: boolean;
}

type Outcome = Exchanged | 'nonce_expired' | 'nonce_used';

const lockNonce = `SELECT shop_id, oauth_token_id FROM auth.nonces WHERE digest = decode($1, 'hex') FOR UPDATE`;

/** The installation is locked before its tokens, as whoever grants and uninstalls does, so that nobody waits in a circle. */
const lockInstallation = `SELECT 1 FROM auth.installations WHERE shop_id = $1
  AND id = (SELECT installation_id FROM auth.oauth_tokens WHERE shop_id = $1 AND id = $2) FOR UPDATE`;

/** The clock is read after the locks: who waited has grown older. */
const readInstalled = `
  SELECT t.shop_id, t.installation_id, t.id, t.app_id, t.status, encode(t.digest, 'hex') AS digest, t.first_used_at IS NOT NULL AS used,
         n.expires_at <= clock_timestamp() AS expired, i.status = 'uninstalled' AS uninstalled, s.status = 'suspended' AS suspended
  FROM auth.nonces n
  JOIN auth.oauth_tokens t ON t.shop_id = n.shop_id AND t.id = n.oauth_token_id
  JOIN auth.installations i ON i.shop_id = t.shop_id AND i.id = t.installation_id
  JOIN auth.shops s ON s.id = t.shop_id
  WHERE n.digest = decode($1, 'hex') FOR UPDATE OF t`;

const supersede = `UPDATE auth.oauth_tokens SET status = 'superseded', updated_at = now()
  WHERE shop_id = $1 AND installation_id = $2 AND status = 'active' RETURNING id`;
const activate = `UPDATE auth.oauth_tokens SET status = 'active', digest = decode($3, 'hex'), updated_at = now()
  WHERE shop_id = $1 AND id = $2`;
const markExchanged = `UPDATE auth.nonces SET exchanged_at = now() WHERE digest = decode($1, 'hex')`;
const revoke = `UPDATE auth.oauth_tokens SET status = 'revoked', updated_at = now() WHERE shop_id = $1 AND id = $2`;

/**
 * nonce → OAuth token (specification §4.1, CONTRACT §4). One nonce makes one token, however many requests race; a lost answer can be asked for
 * again until the token is used; a repeat after that means that two hold the nonce, so the token is revoked (RFC 6749 §4.1.2).
 */
@Injectable()
export class NonceExchange {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(TOKEN_KEY) private readonly key: Uint8Array,
  ) {}

  async exchange(nonce: string, requestId: string): Promise<Exchanged> {
    if (!isNonce(nonce)) throw nonceNotFound();
    const token = deriveOAuthToken(this.key, nonce);
    const digest = digestOf(nonce);
    // What a replay revokes has to be committed, so the refusal is thrown outside of the transaction.
    const outcome = await this.database.transaction({ credential: digest }, async (transaction) => {
      const installed = await lock(transaction, digest);
      return decide(transaction, installed, { token, nonce: digest, requestId });
    });
    if (typeof outcome === 'string') throw gone(outcome);
    return { ...outcome, token: { ...outcome.token, token: token.reveal() } };
  }
}

interface Attempt {
  token: PlainToken;
  /** Digest of the nonce. */
  nonce: Digest;
  requestId: string;
}

async function lock(transaction: Transaction, nonce: Digest): Promise<Installed> {
  const [found] = await transaction.query({ text: lockNonce, values: [nonce] });
  if (!found) throw nonceNotFound();
  await transaction.enter({ shop_id: found['shop_id'] as string });
  await transaction.query({ text: lockInstallation, values: [found['shop_id'], found['oauth_token_id']] });
  const [row] = await transaction.query({ text: readInstalled, values: [nonce] });
  return row as unknown as Installed;
}

async function decide(transaction: Transaction, installed: Installed, attempt: Attempt): Promise<Outcome> {
  const { status, used, digest } = installed;
  if (installed.suspended)
    throw new ApiError('shop_suspended', { detail: 'The shop is suspended; ask its operator.' });
  if (installed.expired || installed.uninstalled) return 'nonce_expired';
  if (status === 'pending') {
    await exchangeOnce(transaction, installed, attempt);
    return read(transaction, installed);
  }
  if (status === 'active' && used) {
    await revokeReplayed(transaction, installed, attempt.requestId);
    return 'nonce_used';
  }
  // Where the server's key changed meanwhile, the token that was lost cannot be made again.
  if (status === 'active' && digest === attempt.token.digest) return read(transaction, installed);
  return used ? 'nonce_used' : 'nonce_expired';
}

async function exchangeOnce(transaction: Transaction, installed: Installed, attempt: Attempt): Promise<void> {
  const { shop_id, installation_id, app_id, id } = installed;
  const audited = { shop_id, app_id, request_id: attempt.requestId };
  const older = await transaction.query({ text: supersede, values: [shop_id, installation_id] });
  for (const { id: oauth_token_id } of older) {
    const detail = { installation_id, oauth_token_id, superseded_by: id };
    await recordAudit(transaction, { ...audited, kind: 'oauth_tokens.superseded', detail });
  }
  await transaction.query({ text: activate, values: [shop_id, id, attempt.token.digest] });
  await transaction.query({ text: markExchanged, values: [attempt.nonce] });
  const detail = { installation_id, oauth_token_id: id };
  await recordAudit(transaction, { ...audited, kind: 'oauth_tokens.exchanged', detail });
  await announce(transaction, { shop_id });
}

async function revokeReplayed(
  transaction: Transaction,
  { shop_id, installation_id, app_id, id }: Installed,
  requestId: string,
): Promise<void> {
  await transaction.query({ text: revoke, values: [shop_id, id] });
  const audited = { shop_id, app_id, request_id: requestId, detail: { installation_id, oauth_token_id: id } };
  await recordAudit(transaction, { ...audited, kind: 'nonces.replayed' });
  await recordAudit(transaction, {
    ...audited,
    kind: 'oauth_tokens.revoked',
    detail: { ...audited.detail, reason: 'nonce replayed' },
  });
  await announce(transaction, { shop_id });
}

async function read(transaction: Transaction, { shop_id, id }: Installed): Promise<Exchanged> {
  const [token] = await transaction.query({
    text: `SELECT ${oauthTokenColumns} FROM auth.oauth_tokens t WHERE t.shop_id = $1 AND t.id = $2`,
    values: [shop_id, id],
  });
  const [shop] = await transaction.query({
    text: `SELECT ${shopColumns} FROM auth.shops s WHERE s.id = $1`,
    values: [shop_id],
  });
  return { token: token!, shop: shop! };
}

function nonceNotFound(): ApiError {
  return new ApiError('nonce_not_found', {
    detail: 'No installation has this nonce; take it from the "nonce" parameter of the install URL.',
  });
}

function gone(code: 'nonce_expired' | 'nonce_used'): ApiError {
  const detail = {
    nonce_expired:
      'The nonce lived ten minutes, or its installation is gone; the shop owner has to install the app again.',
    nonce_used:
      'The token of this nonce has been used already. If that was not you, the shop owner has to install the app again.',
  };
  return new ApiError(code, { detail: detail[code] });
}
