import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { SEALING_KEYS } from '@storewright/access';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { AppSecret, type SecretGeneration, WebhookSecret } from '@storewright/entities';
import { mintToken, open, sameText, seal, type SealingKeys } from '@storewright/tokens';
import { mintWebhookSecret } from '@storewright/webhook-message';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

/** How long the older secret still works after a rotation, in hours. */
const overlap = 24;
const living = '(expires_at IS NULL OR expires_at > clock_timestamp())';

/** A new secret's text, and when the one before ends; none where there was none. */
export interface Rotated {
  secret: string;
  previousExpiresAt: string | null;
}

/** Generations of one secret of an app: shown once, kept sealed (they sign, so a hash would not do), at most two alive while one replaces the other. */
abstract class SecretGenerations {
  constructor(
    protected readonly database: AuthDatabase,
    protected readonly keys: SealingKeys,
    private readonly secrets: Repository<SecretGeneration>,
    private readonly mint: () => string,
  ) {}

  /** The new secret's text. */
  async add(transaction: Transaction, app_id: string): Promise<string> {
    const secret = this.mint();
    const secrets = transaction.of(this.secrets);
    const next = secrets
      .createQueryBuilder('g')
      .select('coalesce(max(g.generation), 0) + 1')
      .where('g.app_id = :app_id');
    const generation = () => `(${next.getQuery()})`;
    const values = { id: uuidv7(), app_id, generation, sealed: seal(this.keys, secret) };
    await secrets.createQueryBuilder().insert().values(values).setParameters({ app_id }).execute();
    return secret;
  }

  /** A new secret; the one before lives on for a day, any older one ends now. The app's row is locked. */
  async rotate(transaction: Transaction, app_id: string): Promise<Rotated> {
    const secrets = transaction.of(this.secrets);
    const end = (sql: string) =>
      secrets
        .createQueryBuilder()
        .update({ expires_at: () => sql })
        .where({ app_id });
    await end('clock_timestamp()').andWhere(`expires_at IS NOT NULL AND ${living}`).execute();
    const current = end('clock_timestamp() + make_interval(hours => :overlap)').andWhere(
      'expires_at IS NULL',
    );
    const { raw } = await current.setParameters({ overlap }).returning('expires_at').execute();
    const [previous] = raw as Pick<SecretGeneration, 'expires_at'>[];
    return { secret: await this.add(transaction, app_id), previousExpiresAt: previous?.expires_at ?? null };
  }

  /** All of them end. */
  async forget(transaction: Transaction, app_id: string): Promise<void> {
    await transaction.of(this.secrets).delete({ app_id });
  }

  /** The living ones, sealed, the newest first. */
  protected async living(app_id: string): Promise<string[]> {
    const secrets = this.database.of({ app_id }, this.secrets).createQueryBuilder('g').where({ app_id });
    const found = await secrets.andWhere(living).orderBy('g.generation', 'DESC').getMany();
    return found.map(({ sealed }) => sealed);
  }
}

/** With it an app proves itself at the OAuth endpoints, and its requests (docs/contract.md §3). */
@Injectable()
export class AppSecrets extends SecretGenerations {
  constructor(
    database: AuthDatabase,
    @Inject(SEALING_KEYS) keys: SealingKeys,
    @InjectRepository(AppSecret, 'auth') secrets: Repository<AppSecret>,
  ) {
    super(database, keys, secrets, () => mintToken('app_secret').reveal());
  }

  /** Whether this is one of the app's living secrets. */
  async isSecretOf(appId: string, secret: string): Promise<boolean> {
    return (await this.living(appId)).some((sealed) => sameText(secret, open(this.keys, sealed)));
  }
}

/** With it the platform signs what it sends to the app (docs/contract.md §6). */
@Injectable()
export class WebhookSecrets extends SecretGenerations {
  constructor(
    database: AuthDatabase,
    @Inject(SEALING_KEYS) keys: SealingKeys,
    @InjectRepository(WebhookSecret, 'auth') secrets: Repository<WebhookSecret>,
  ) {
    super(database, keys, secrets, mintWebhookSecret);
  }
}
