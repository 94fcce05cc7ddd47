import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { digestBytes, parseToken } from '@storewright/tokens';
import { revokeLeaked } from '../leaks/leaked-tokens';

/** A leaked token in a report of an authenticated secret-scanning service. */
export interface PartnerMatch {
  token: string;
  type: string;
  /** URL of the page or file that contains the leaked token. */
  url: string | undefined;
}

const MAX_URL_LENGTH = 500;

/** Reports of secret-scanning services. Reported tokens are revoked before the response is sent. */
@Injectable()
export class PartnerReports {
  constructor(private readonly database: AuthDatabase) {}

  async revoke(
    { token: text, url }: PartnerMatch,
    reported_by: string,
    request_id: string,
  ): Promise<boolean> {
    const token = parseToken(text.trim());
    if (!token) return false;
    const { kind, digest } = token;
    const detail = { reported_by, ...(url !== undefined && { url: storable(url) }) };
    const leak = { kind, digest: digestBytes(digest), detail, request_id };
    return this.database.transaction({ credential: digest }, (transaction) =>
      revokeLeaked(transaction, leak),
    );
  }
}

/**
 * Shortens a URL, removes U+0000 and replaces unpaired surrogates, because Postgres cannot store these characters.
 */
function storable(url: string): string {
  return url.replaceAll('\0', '').slice(0, MAX_URL_LENGTH).toWellFormed();
}
