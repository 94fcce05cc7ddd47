import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit, networkOf, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { emailKey } from '@storewright/people';

export interface SignInAttempt {
  email: string;
  address: string;
  /** Id of a device on which the person has signed in before. Absent for an unknown device. */
  device?: string | undefined;
}

/**
 * Rate limits against guessing passwords, across all instances (docs/adr/rate-limits.md). Guessing from many
 * networks slows down sign-ins on new devices, but locks nobody out. Failures of other clients in the same
 * network never block a known device.
 */
@Injectable()
export class SignInLimits {
  private readonly perPlace: ExactLimit;
  private readonly perNetwork: ExactLimit;
  private readonly perAccount: ExactLimit;
  private readonly pace: ExactLimit;

  constructor(database: AuthDatabase) {
    const limit = (name: 'place' | 'network' | 'account' | 'pace') =>
      new ExactLimit(database, declaredLimit(`auth-api:sign-in-${name}`));
    this.perPlace = limit('place');
    this.perNetwork = limit('network');
    this.perAccount = limit('account');
    this.pace = limit('pace');
  }

  /** Counts a sign-in before its password is verified. Throws `rate_limited` after too many failures. */
  async count(attempt: SignInAttempt): Promise<void> {
    const { account, place, network } = keysOf(attempt);
    const none = Promise.resolve(undefined);
    const isNew = attempt.device === undefined;
    const [perNetwork, perPlace, perAccount, pace] = await Promise.all([
      isNew ? this.perNetwork.consume(network) : none,
      this.perPlace.consume(place),
      isNew ? this.perAccount.consume(account) : none,
      isNew ? this.pace.consume(account) : none,
    ]);
    for (const [limit, ms] of [
      [this.perNetwork, perNetwork],
      [this.perPlace, perPlace],
      [this.pace, perAccount === undefined ? undefined : pace],
    ] as const)
      if (ms !== undefined) throw rateLimited('Too many sign-ins failed', ms, limit);
  }

  /**
   * Removes a sign-in from the rate limits if its password was correct and its second-factor code is missing.
   * Earlier failures still count.
   */
  async uncount(attempt: SignInAttempt): Promise<void> {
    const { account, place, network } = keysOf(attempt);
    await Promise.all([
      attempt.device === undefined && this.perNetwork.takeBack(network),
      this.perPlace.takeBack(place),
      attempt.device === undefined && this.perAccount.takeBack(account),
    ]);
  }

  /**
   * Removes a successful sign-in from the rate limits, together with earlier failures of the account on the
   * same device or network.
   */
  async recordSuccess(attempt: SignInAttempt): Promise<void> {
    const { account, place, network } = keysOf(attempt);
    await Promise.all([
      attempt.device === undefined && this.perNetwork.takeBack(network),
      this.perPlace.forget(place),
      attempt.device === undefined && this.perAccount.takeBack(account),
    ]);
  }
}

/**
 * Hashes the keys of the sign-in rate limits, because the database table must not contain email addresses or
 * IP addresses.
 */
function keysOf({ email, address, device }: SignInAttempt) {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
  const [account, network] = [digest(emailKey(email)), digest(networkOf(address))];
  return { account, network, place: `${account}:${device === undefined ? network : digest(device)}` };
}
