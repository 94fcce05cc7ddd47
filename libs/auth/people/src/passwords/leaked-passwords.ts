import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';

/** A person waits for the answer, ms. */
const limitMs = 3_000;

/**
 * Passwords that are known from leaks, asked for by the first five digits of their SHA-1 (the range API of Have I Been Pwned, k-anonymity): the service never
 * learns which password is meant. Where it does not answer, the password passes and the log says so: nobody's sign-in depends on it.
 */
export class LeakedPasswords {
  private readonly log = new Logger('leaked-passwords');

  /** `url`: the address before the five digits. LEAKED_PASSWORDS_URL. */
  constructor(private readonly url: string) {}

  async has(password: string): Promise<boolean> {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const answer = await fetch(`${this.url.replace(/\/$/, '')}/${digest.slice(0, 5)}`, {
        // As many lines for every range, some of them with a count of 0.
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
      });
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      const lines = (await answer.text()).split(/\r?\n/);
      return lines.some((line) => /^0*[1-9]/.test(line.split(`${digest.slice(5)}:`)[1] ?? ''));
    } catch (error) {
      this.log.warn(`a password was not looked up among those that leaked: ${(error as Error).message}`);
      return false;
    }
  }
}
