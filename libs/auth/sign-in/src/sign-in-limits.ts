import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit, networkOf, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { emailKey } from '@storewright/people';

/** Who tries to sign in. */
export interface SignInAttempt {
  email: string;
  address: string;
  /** A device that has signed in with this account before. */
  device?: string | undefined;
}

/**
 * Slows down password guessing, on all instances together. A sign-in is counted before its password is checked, and
 * uncounted if the password was correct. Guessing from many networks slows down sign-ins on new devices, but locks
 * nobody out. Failures of others in the same network never block a device that has signed in to the account before
 * (docs/adr/rate-limits.md).
 */
@Injectable()
export class SignInLimits {
  private readonly ofPlace: ExactLimit;
  private readonly ofNetwork: ExactLimit;
  private readonly ofAccount: ExactLimit;
  private readonly pace: ExactLimit;

  constructor(database: AuthDatabase) {
    const limit = (name: 'place' | 'network' | 'account' | 'pace') =>
      new ExactLimit(database, declaredLimit(`auth-api:sign-in-${name}`));
    this.ofPlace = limit('place');
    this.ofNetwork = limit('network');
    this.ofAccount = limit('account');
    this.pace = limit('pace');
  }

  /** Throws `rate_limited` where there were too many failures. */
  async count(attempt: SignInAttempt): Promise<void> {
    const { account, place, network } = keysOf(attempt);
    const none = Promise.resolve(undefined);
    const isNew = attempt.device === undefined;
    const [ofNetwork, ofPlace, ofAccount, pace] = await Promise.all([
      isNew ? this.ofNetwork.consume(network) : none,
      this.ofPlace.consume(place),
      isNew ? this.ofAccount.consume(account) : none,
      isNew ? this.pace.consume(account) : none,
    ]);
    for (const [limit, ms] of [
      [this.ofNetwork, ofNetwork],
      [this.ofPlace, ofPlace],
      [this.pace, ofAccount === undefined ? undefined : pace],
    ] as const)
      if (ms !== undefined) throw rateLimited('Too many sign-ins failed', ms, limit);
  }

  /** It was right as far as it went: neither a failure nor a sign-in, after which failures are forgotten. */
  async takeBackOne(attempt: SignInAttempt): Promise<void> {
    const { account, place, network } = keysOf(attempt);
    await Promise.all([
      attempt.device === undefined && this.ofNetwork.takeBack(network),
      this.ofPlace.takeBack(place),
      attempt.device === undefined && this.ofAccount.takeBack(account),
    ]);
  }

  async takeBack(attempt: SignInAttempt): Promise<void> {
    const { account, place, network } = keysOf(attempt);
    await Promise.all([
      attempt.device === undefined && this.ofNetwork.takeBack(network),
      this.ofPlace.forget(place),
      attempt.device === undefined && this.ofAccount.takeBack(account),
    ]);
  }
}

/** The table holds no email and no address. */
function keysOf({ email, address, device }: SignInAttempt) {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
  const [account, network] = [digest(emailKey(email)), digest(networkOf(address))];
  return { account, network, place: `${account}:${device === undefined ? network : digest(device)}` };
}
