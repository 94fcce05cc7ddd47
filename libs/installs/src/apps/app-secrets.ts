import { Inject, Injectable } from '@nestjs/common';
import { SEALING_KEYS } from '@storewright/access';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { mintToken, open, sameText, seal, type SealingKeys } from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';

/** How long the older secret still works after a rotation. */
const overlap = "interval '24 hours'";
const living = '(expires_at IS NULL OR expires_at > clock_timestamp())';

const statements = {
  insert: `INSERT INTO auth.app_secrets (app_id, generation, sealed, id)
    SELECT $1, coalesce(max(generation), 0) + 1, $2, $3 FROM auth.app_secrets WHERE app_id = $1`,
  endOlder: `UPDATE auth.app_secrets SET expires_at = clock_timestamp() WHERE app_id = $1 AND expires_at IS NOT NULL AND ${living}`,
  endCurrent: `UPDATE auth.app_secrets SET expires_at = clock_timestamp() + ${overlap} WHERE app_id = $1 AND expires_at IS NULL
    RETURNING expires_at`,
  read: `SELECT sealed FROM auth.app_secrets WHERE app_id = $1 AND ${living} ORDER BY generation DESC`,
};

/** Secrets of apps: shown once, kept sealed (they sign, so a hash would not do), at most two alive while one replaces the other. */
@Injectable()
export class AppSecrets {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(SEALING_KEYS) private readonly keys: SealingKeys,
  ) {}

  /** The new secret's text. */
  async add(transaction: Transaction, appId: string): Promise<string> {
    const secret = mintToken('app_secret').reveal();
    await transaction.query({ text: statements.insert, values: [appId, seal(this.keys, secret), uuidv7()] });
    return secret;
  }

  /** A new secret; the one before lives on for a day, any older one ends now. The app's row is locked. */
  async rotate(
    transaction: Transaction,
    appId: string,
  ): Promise<{ secret: string; previousExpiresAt: string }> {
    await transaction.query({ text: statements.endOlder, values: [appId] });
    const [previous] = await transaction.query({ text: statements.endCurrent, values: [appId] });
    return {
      secret: await this.add(transaction, appId),
      previousExpiresAt: String(previous?.['expires_at']),
    };
  }

  /** Whether this is one of the app's living secrets. */
  async isSecretOf(appId: string, secret: string): Promise<boolean> {
    const rows = await this.database.query({}, { text: statements.read, values: [appId] });
    return rows.some(({ sealed }) => sameText(secret, open(this.keys, String(sealed))));
  }
}
