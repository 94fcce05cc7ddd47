import { Inject, Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { recordOfPerson } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { DEVICE_TOKEN_LIFE_SECONDS, DeviceRefreshToken, type Origin, Session } from '@storewright/sessions';
import {
  deriveRefreshToken,
  deriveSessionToken,
  type Digest,
  digestBytes,
  type PlainToken,
} from '@storewright/tokens';
import { IsNull } from 'typeorm';
import { TOKEN_KEYS, tokenOf } from '../oauth-tokens/nonce-exchange';

/**
 * Seconds after a token refresh during which the previous refresh token still returns the new tokens, because
 * two processes of one device can refresh at the same time.
 */
const CONCURRENT_REFRESH_SECONDS = 60;

/** Session token and refresh token of a device in plain text. */
export interface DeviceTokenPair {
  session_token: PlainToken;
  refresh_token: PlainToken;
}

/** A device session that the person confirmed in a browser. */
export type ConfirmedSession = Pick<Session, 'id' | 'owner_id'>;

type Locked = Pick<Session, 'id' | 'owner_id' | 'digest' | 'is_rotation_pending'>;

/**
 * Rotating refresh tokens of devices (RFC 9700 §4.14.2; docs/adr/device-sign-in.md). New tokens are derived
 * from the previous refresh token, so a repeated request returns the same tokens. A later repetition reveals
 * that two parties have the refresh token, and ends the session.
 */
@Injectable()
export class DeviceTokens {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(TOKEN_KEYS) private readonly keys: readonly Uint8Array[],
  ) {}

  /** Exchanges a refresh token. Returns undefined if no active session has the refresh token. */
  refresh(digest: Digest, origin: Origin): Promise<DeviceTokenPair | 'replayed' | undefined> {
    return this.database.transaction({ credential: digest }, async (transaction) => {
      const refreshTokens = transaction.of(DeviceRefreshToken);
      const found = await refreshTokens.findOneBy({ digest: digestBytes(digest) });
      if (!found) return undefined;
      const { session_id, owner_id } = found;
      transaction.enter({ owner_id });
      const session = await lockSession(transaction, { id: session_id, owner_id });
      if (!session) return undefined;
      const presented = await refreshTokens.findOneByOrFail({ digest: digestBytes(digest) });
      if (presented.rotated_at === null) return this.rotate(transaction, session, presented);
      return (
        (await this.repeated(transaction, session, presented)) ?? endReplayed(transaction, session, origin)
      );
    });
  }

  /**
   * Records that the person confirmed the session of a device, and replaces the session's tokens, so that a
   * copied token does not get the confirmation. Returns undefined if the session has ended.
   */
  confirm({ id, owner_id }: ConfirmedSession): Promise<DeviceTokenPair | undefined> {
    return this.database.transaction({ owner_id }, async (transaction) => {
      const session = await lockSession(transaction, { id, owner_id });
      if (!session) return undefined;
      const current = { session_id: id, owner_id, rotated_at: IsNull() };
      const refresh = await transaction.of(DeviceRefreshToken).findOneByOrFail(current);
      const pair = await this.rotate(transaction, session, refresh);
      await transaction.of(Session).update({ id, owner_id }, { authenticated_at: () => 'clock_timestamp()' });
      return pair;
    });
  }

  private async rotate(
    transaction: Transaction,
    { id, owner_id }: ConfirmedSession,
    { digest }: Pick<DeviceRefreshToken, 'digest'>,
  ): Promise<DeviceTokenPair> {
    const pair = pairWith(this.keys[0]!, digest);
    const refreshTokens = transaction.of(DeviceRefreshToken);
    await refreshTokens.update({ digest, owner_id }, { rotated_at: () => 'clock_timestamp()' });
    const next = digestBytes(pair.refresh_token.digest);
    await refreshTokens.insert({ digest: next, session_id: id, owner_id });
    await transaction.of(Session).update(
      { id, owner_id },
      {
        digest: digestBytes(pair.session_token.digest),
        token_expires_at: tokenExpiry,
        is_rotation_pending: true,
      },
    );
    return pair;
  }

  /**
   * Handles a repeated token refresh: returns the current tokens if they are unused or less than
   * CONCURRENT_REFRESH_SECONDS old. If the tokens were used, the session loses its confirmation, because the
   * previous refresh token may be a stolen copy.
   */
  private async repeated(
    transaction: Transaction,
    { id, owner_id, digest, is_rotation_pending }: Locked,
    presented: DeviceRefreshToken,
  ): Promise<DeviceTokenPair | undefined> {
    const pairs = this.keys.map((key) => pairWith(key, presented.digest));
    const token = tokenOf(
      digest,
      pairs.map(({ session_token }) => session_token),
    );
    const pair = pairs.find(({ session_token }) => session_token === token);
    if (!pair) return undefined;
    const isNew = await transaction
      .of(DeviceRefreshToken)
      .createQueryBuilder('r')
      .where({ digest: presented.digest, owner_id })
      .andWhere(`r.rotated_at > clock_timestamp() - make_interval(secs => ${CONCURRENT_REFRESH_SECONDS})`)
      .getExists();
    if (!isNew && !is_rotation_pending) return undefined;
    const unconfirmed = !is_rotation_pending && { authenticated_at: () => 'created_at' };
    await transaction.of(Session).update({ id, owner_id }, { token_expires_at: tokenExpiry, ...unconfirmed });
    return pair;
  }
}

/** The session token of a device must not outlive its session. */
const tokenExpiry = () =>
  `least(expires_at, clock_timestamp() + make_interval(secs => ${DEVICE_TOKEN_LIFE_SECONDS}))`;

function pairWith(key: Uint8Array, refreshDigest: Buffer): DeviceTokenPair {
  const seed = `device:${refreshDigest.toString('hex')}`;
  return { session_token: deriveSessionToken(key, seed), refresh_token: deriveRefreshToken(key, seed) };
}

/** Locks the active session of a device, so that concurrent token refreshes run one after the other. */
async function lockSession(
  transaction: Transaction,
  { id, owner_id }: ConfirmedSession,
): Promise<Locked | null> {
  return transaction
    .of(Session)
    .createQueryBuilder('s')
    .where(`s.id = :id AND s.owner_id = :owner_id AND s.kind = 'device'`, { id, owner_id })
    .andWhere('s.expires_at > clock_timestamp()')
    .setLock('pessimistic_write')
    .getOne();
}

/** Ends the session of a replayed refresh token and informs the person by email. */
async function endReplayed(
  transaction: Transaction,
  { id, owner_id }: ConfirmedSession,
  { request_id, address, browser_language: language }: Origin,
): Promise<'replayed'> {
  await transaction.of(Session).delete({ id, owner_id });
  await announce(transaction, { session_id: id });
  const detail = { session_ids: [id], address };
  const who = { owner_id, request_id, token_id: id, language };
  await recordOfPerson(transaction, { kind: 'sessions.replayed', detail, ...who });
  return 'replayed';
}
