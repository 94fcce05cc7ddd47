import { Inject, Injectable } from '@nestjs/common';
import { SEALING_KEYS } from '@storewright/access';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { mintToken, open, sameText, seal, type SealingKeys } from '@storewright/tokens';
import { mintWebhookSecret } from '@storewright/webhook-message';
import { v7 as uuidv7 } from 'uuid';

/** How long the older secret still works after a rotation. */
const overlap = "interval '24 hours'";
const living = '(expires_at IS NULL OR expires_at > clock_timestamp())';

function statementsOf(table: string) {
  return {
    insert: `INSERT INTO auth.${table} (app_id, generation, sealed, id)
      SELECT $1, coalesce(max(generation), 0) + 1, $2, $3 FROM auth.${table} WHERE app_id = $1`,
    endOlder: `UPDATE auth.${table} SET expires_at = clock_timestamp() WHERE app_id = $1 AND expires_at IS NOT NULL AND ${living}`,
    endCurrent: `UPDATE auth.${table} SET expires_at = clock_timestamp() + ${overlap} WHERE app_id = $1 AND expires_at IS NULL
      RETURNING expires_at`,
    read: `SELECT sealed FROM auth.${table} WHERE app_id = $1 AND ${living} ORDER BY generation DESC`,
  };
}

/** A new secret's text, and when the one before ends; none where there was none. */
export interface Rotated {
  secret: string;
  previousExpiresAt: string | null;
}

/** Generations of one secret of an app: shown once, kept sealed (they sign, so a hash would not do), at most two alive while one replaces the other. */
abstract class SecretGenerations {
  private readonly statements: ReturnType<typeof statementsOf>;

  constructor(
    protected readonly database: AuthDatabase,
    protected readonly keys: SealingKeys,
    table: 'app_secrets' | 'webhook_secrets',
    private readonly mint: () => string,
  ) {
    this.statements = statementsOf(table);
  }

  /** The new secret's text. */
  async add(transaction: Transaction, appId: string): Promise<string> {
    const secret = this.mint();
    const values = [appId, seal(this.keys, secret), uuidv7()];
    await transaction.query({ text: this.statements.insert, values });
    return secret;
  }

  /** A new secret; the one before lives on for a day, any older one ends now. The app's row is locked. */
  async rotate(transaction: Transaction, appId: string): Promise<Rotated> {
    await transaction.query({ text: this.statements.endOlder, values: [appId] });
    const [previous] = await transaction.query({ text: this.statements.endCurrent, values: [appId] });
    const previousExpiresAt = (previous?.['expires_at'] as string | undefined) ?? null;
    return { secret: await this.add(transaction, appId), previousExpiresAt };
  }

  /** The living ones, sealed, the newest first. */
  protected async living(appId: string): Promise<string[]> {
    const rows = await this.database.query({}, { text: this.statements.read, values: [appId] });
    return rows.map(({ sealed }) => String(sealed));
  }
}

/** With it an app proves itself at the OAuth endpoints, and its requests (CONTRACT §3). */
@Injectable()
export class AppSecrets extends SecretGenerations {
  constructor(database: AuthDatabase, @Inject(SEALING_KEYS) keys: SealingKeys) {
    super(database, keys, 'app_secrets', () => mintToken('app_secret').reveal());
  }

  /** Whether this is one of the app's living secrets. */
  async isSecretOf(appId: string, secret: string): Promise<boolean> {
    return (await this.living(appId)).some((sealed) => sameText(secret, open(this.keys, sealed)));
  }
}

/** With it the platform signs what it sends to the app (CONTRACT §6). */
@Injectable()
export class WebhookSecrets extends SecretGenerations {
  constructor(database: AuthDatabase, @Inject(SEALING_KEYS) keys: SealingKeys) {
    super(database, keys, 'webhook_secrets', mintWebhookSecret);
  }
}
