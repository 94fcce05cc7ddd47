import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import { argon2id, hash, verify } from 'argon2';
import { normalizedPassword } from './password-rule';

/** OWASP's smallest recommended cost of argon2id: 19 MiB, two passes, one lane. */
const cost = { type: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** Hashes at once: each holds 19 MiB and a processor. */
const atOnce = 2;
/** Hashes that wait for their turn; the next one is told to come back. */
const queueLength = 32;

export function hashPassword(password: string): Promise<string> {
  return hash(normalizedPassword(password), cost);
}

/** Whether the password is the one of the hash. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  return stored.startsWith('$argon2id$') && verify(stored, normalizedPassword(password));
}

/** As `hashPassword` writes one, but of no password: checking one against it is the same work, and making it is none. */
export function hashOfNobody(): string {
  const [salt, digest] = [16, 32].map((size) => randomBytes(size).toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${salt}$${digest}`;
}

/** Hashes and checks passwords, a few at a time. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly hashOfNobody = hashOfNobody();

  /**
   * Whether the password is the one of the stored hash. Without a hash the same work is done, so that the time does not tell whether there
   * is such a person. Throws `overloaded` where too many wait.
   */
  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const usable = stored?.startsWith('$argon2id$') ? stored : undefined;
    const same = await this.inTurn(() => verify(usable ?? this.hashOfNobody, normalizedPassword(password)));
    return same && usable !== undefined;
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => hashPassword(password));
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.turn();
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async turn(): Promise<void> {
    if (this.running >= atOnce) {
      if (this.waiting.length >= queueLength) {
        throw new ApiError('overloaded', {
          detail: 'Too many people sign in at once; please try again.',
          headers: { 'retry-after': '2' },
        });
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running += 1;
  }
}
