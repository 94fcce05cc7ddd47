import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';

/**
 * An attempt to enter a second-factor code. `device` is present for a known device, whose attempts count
 * separately, so that a stranger with a stolen password cannot lock the person out.
 */
export interface CodeAttempt {
  owner_id: string;
  device?: string | undefined;
}

/**
 * Rate limits against guessing second-factor codes with a stolen password, across all instances and networks.
 * Guessing for a year succeeds with a probability of one in nine.
 */
@Injectable()
export class SecondFactorLimits {
  private readonly limits: readonly ExactLimit[];

  constructor(database: AuthDatabase) {
    this.limits = (['auth-api:second-factor-day', 'auth-api:second-factor-quarter'] as const).map(
      (name) => new ExactLimit(database, declaredLimit(name)),
    );
  }

  /** Counts an attempt to enter a second-factor code. Throws `rate_limited` after too many attempts. */
  async count(attempt: CodeAttempt): Promise<void> {
    const waits = await Promise.all(this.limits.map((limit) => limit.consume(keyOf(attempt))));
    for (const [at, ms] of waits.entries())
      if (ms !== undefined) throw rateLimited('Too many codes were wrong', ms, this.limits[at]!);
  }

  async uncount(attempt: CodeAttempt): Promise<void> {
    await Promise.all(this.limits.map((limit) => limit.takeBack(keyOf(attempt))));
  }
}

function keyOf({ owner_id, device }: CodeAttempt): string {
  return `${owner_id}:${device === undefined ? 'new' : 'known'}`;
}
