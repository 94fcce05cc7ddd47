import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';

const TIMEOUT_MS = 3_000;

/**
 * Checks passwords against known leaks with a range API (Have I Been Pwned), which receives only the first
 * five digits of the SHA-1 hash (k-anonymity). If the API fails, the password is accepted with a logged
 * warning, so that the platform does not depend on the API.
 */
export class LeakedPasswords {
  private readonly log = new Logger('leaked-passwords');

  /** `url` is LEAKED_PASSWORDS_URL, to which a request appends the first five digits of the password hash. */
  constructor(private readonly url: string) {}

  async has(password: string): Promise<boolean> {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const response = await fetch(`${this.url.replace(/\/$/, '')}/${digest.slice(0, 5)}`, {
        // Requests a padded response, so that its size reveals nothing about the password.
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const lines = (await response.text()).split(/\r?\n/);
      return lines.some((line) => /^0*[1-9]/.test(line.split(`${digest.slice(5)}:`)[1] ?? ''));
    } catch (error) {
      this.log.warn(`could not check a password against known leaks: ${(error as Error).message}`);
      return false;
    }
  }
}
