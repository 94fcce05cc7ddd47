import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import { argon2id, hash, verify } from 'argon2';
import { normalizedPassword } from './password-rule';

/** OWASP's minimum recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { type: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** Maximum number of concurrent password hashes. Each hash uses 19 MiB of memory and one CPU. */
const MAX_CONCURRENT_HASHES = 2;
/** Maximum number of queued password hashes. Additional requests get 503 `overloaded`. */
const MAX_QUEUED_HASHES = 32;

export function hashPassword(password: string): Promise<string> {
  return hash(normalizedPassword(password), cost);
}

export async function isPassword(stored: string, password: string): Promise<boolean> {
  return stored.startsWith('$argon2id$') && verify(stored, normalizedPassword(password));
}

/**
 * Returns a random password hash that no password matches. Verifying this hash takes as long as verifying a
 * real hash.
 */
export function dummyHash(): string {
  const [salt, digest] = [16, 32].map((size) => randomBytes(size).toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${salt}$${digest}`;
}

@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly dummyHash = dummyHash();

  /**
   * True if the password matches the stored hash. Without a stored hash, verifies a dummy hash, so that the
   * response time does not reveal whether the account exists.
   */
  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const usable = stored?.startsWith('$argon2id$') ? stored : undefined;
    const same = await this.queued(() => verify(usable ?? this.dummyHash, normalizedPassword(password)));
    return same && usable !== undefined;
  }

  hash(password: string): Promise<string> {
    return this.queued(() => hashPassword(password));
  }

  private async queued<T>(work: () => Promise<T>): Promise<T> {
    await this.startOrWait();
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async startOrWait(): Promise<void> {
    if (this.running >= MAX_CONCURRENT_HASHES) {
      if (this.waiting.length >= MAX_QUEUED_HASHES) {
        throw new ApiError('overloaded', {
          detail: 'Too many people are signing in. Retry in two seconds.',
          headers: { 'retry-after': '2' },
        });
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running += 1;
  }
}
