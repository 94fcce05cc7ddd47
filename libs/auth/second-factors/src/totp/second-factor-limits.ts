import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';

/** Whose code it is. `device`: one that has signed in with the account before, which is counted by itself, so that a thief of the password locks nobody out. */
export interface CodeAttempt {
  owner_id: string;
  device?: string | undefined;
}

/**
 * Makes guessing codes slow for who has the password, on all instances together, from wherever the guesses come. Who tries for a year at this pace has found a code with a chance
 * of one in nine.
 */
@Injectable()
export class SecondFactorLimits {
  private readonly limits: readonly ExactLimit[];

  constructor(database: AuthDatabase) {
    this.limits = (['auth-api:second-factor-day', 'auth-api:second-factor-quarter'] as const).map(
      (name) => new ExactLimit(database, declaredLimit(name)),
    );
  }

  /** Throws `rate_limited` where there were too many. */
  async count(attempt: CodeAttempt): Promise<void> {
    const found = await Promise.all(this.limits.map((limit) => limit.consume(keyOf(attempt))));
    for (const [at, ms] of found.entries())
      if (ms !== undefined) throw rateLimited('Too many codes were wrong', ms, this.limits[at]!);
  }

  async takeBack(attempt: CodeAttempt): Promise<void> {
    await Promise.all(this.limits.map((limit) => limit.takeBack(keyOf(attempt))));
  }
}

function keyOf({ owner_id, device }: CodeAttempt): string {
  return `${owner_id}:${device === undefined ? 'new' : 'known'}`;
}
