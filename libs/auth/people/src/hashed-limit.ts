import { createHash } from 'node:crypto';
import { type ExactLimit, rateLimited } from '@storewright/access';

/**
 * Counts a request against a rate limit and throws `rate_limited` above the limit. The rate limit table
 * contains only the digest of `who`.
 */
export async function countHashed(limit: ExactLimit, who: string, refusal: string): Promise<void> {
  const ms = await limit.consume(createHash('sha256').update(who).digest('base64url'));
  if (ms !== undefined) throw rateLimited(refusal, ms, limit);
}
