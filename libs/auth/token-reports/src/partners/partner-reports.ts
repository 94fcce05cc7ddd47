import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { digestBytes, parseToken } from '@storewright/tokens';
import { revokeLeaked } from '../leaks/leaked-tokens';

/** A match that an authenticated secret-scanning service reports. */
export interface PartnerMatch {
  token: string;
  type: string;
  /** URL of the place where the token was found. */
  url: string | undefined;
}

/** Maximum number of stored characters of a URL. */
const MAX_URL_LENGTH = 500;

/** Reports of secret-scanning services, which are handled before the response. */
@Injectable()
export class PartnerReports {
  constructor(private readonly database: AuthDatabase) {}

  /** Revokes the token. Returns true if the platform issued the token, even if the token was revoked before. */
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

/** Shortens a URL, removes U+0000 and replaces unpaired surrogates, because Postgres cannot store them. */
function storable(url: string): string {
  return url.replaceAll('\0', '').slice(0, MAX_URL_LENGTH).toWellFormed();
}
