import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { announce, SEALING_KEYS } from '@storewright/access';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { AppSecret, type SecretGeneration, WebhookSecret } from '@storewright/entities';
import {
  digestBytes,
  digestOf,
  mintToken,
  open,
  sameText,
  seal,
  type SealingKeys,
} from '@storewright/tokens';
import { mintWebhookSecret } from '@storewright/webhook-message';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

/**
 * Hours for which the previous secret of an app stays valid after a rotation. The first use of a new app
 * secret ends this period early.
 */
const OVERLAP_HOURS = 24;
const isActive = '(expires_at IS NULL OR expires_at > clock_timestamp())';

/** Text of a new app secret or webhook secret, with the expiry time of the previous secret. */
export interface Rotated {
  secret: string;
  previousExpiresAt: string | null;
}

/**
 * Rotating secrets of an app, at most two of a kind. The text of a secret is returned once and stored
 * encrypted, because signing needs the text.
 */
abstract class SecretGenerations {
  constructor(
    protected readonly database: AuthDatabase,
    protected readonly keys: SealingKeys,
    private readonly secrets: Repository<SecretGeneration>,
    private readonly mint: () => string,
  ) {}

  async add(transaction: Transaction, app_id: string): Promise<string> {
    const secret = this.mint();
    const secrets = transaction.of(this.secrets);
    const next = secrets
      .createQueryBuilder('g')
      .select('coalesce(max(g.generation), 0) + 1')
      .where('g.app_id = :app_id');
    const generation = () => `(${next.getQuery()})`;
    const values = {
      id: uuidv7(),
      app_id,
      generation,
      sealed: seal(this.keys, secret),
      ...this.stored(secret),
    };
    await secrets.createQueryBuilder().insert().values(values).setParameters({ app_id }).execute();
    return secret;
  }

  protected stored(_secret: string): object {
    return {};
  }

  /**
   * Creates a secret of a locked app. The previous secret stays valid for OVERLAP_HOURS, and older secrets
   * become invalid.
   */
  async rotate(transaction: Transaction, app_id: string): Promise<Rotated> {
    const secrets = transaction.of(this.secrets);
    const end = (sql: string) =>
      secrets
        .createQueryBuilder()
        .update({ expires_at: () => sql })
        .where({ app_id });
    await end('clock_timestamp()').andWhere(`expires_at IS NOT NULL AND ${isActive}`).execute();
    const current = end('clock_timestamp() + make_interval(hours => :overlap)').andWhere(
      'expires_at IS NULL',
    );
    const { raw } = await current.setParameters({ overlap: OVERLAP_HOURS }).returning('expires_at').execute();
    const [previous] = raw as Pick<SecretGeneration, 'expires_at'>[];
    return { secret: await this.add(transaction, app_id), previousExpiresAt: previous?.expires_at ?? null };
  }

  async forget(transaction: Transaction, app_id: string): Promise<void> {
    await transaction.of(this.secrets).delete({ app_id });
  }

  protected activeGenerations(app_id: string): Promise<SecretGeneration[]> {
    const secrets = this.database.of({ app_id }, this.secrets).createQueryBuilder('g').where({ app_id });
    return secrets.andWhere(isActive).orderBy('g.generation', 'DESC').getMany();
  }
}

/** Secrets with which apps authenticate at OAuth endpoints and prove their requests (docs/contract.md §3). */
@Injectable()
export class AppSecrets extends SecretGenerations {
  constructor(
    database: AuthDatabase,
    @Inject(SEALING_KEYS) keys: SealingKeys,
    @InjectRepository(AppSecret, 'auth') private readonly appSecrets: Repository<AppSecret>,
  ) {
    super(database, keys, appSecrets, () => mintToken('app_secret').reveal());
  }

  /**
   * Stores the digest of an app secret, so that reports of leaked secrets find the app
   * (docs/adr/leaked-tokens.md).
   */
  protected override stored(secret: string): object {
    return { digest: digestBytes(digestOf(secret)) };
  }

  /** True for an active secret of the app. The first use of a new secret invalidates the previous one. */
  async isSecretOf(appId: string, secret: string): Promise<boolean> {
    const generations = (await this.activeGenerations(appId)) as AppSecret[];
    const used = generations.find(({ sealed }) => sameText(secret, open(this.keys, sealed)));
    if (used?.digest === null) await this.addDigest(used, secret);
    if (used && used === generations[0] && generations.length > 1) await this.endOlder(used);
    return used !== undefined;
  }

  private endOlder({ app_id, generation }: AppSecret): Promise<void> {
    return this.database.transaction({ app_id }, async (transaction) => {
      const ending = transaction
        .of(AppSecret)
        .createQueryBuilder()
        .update({ expires_at: () => 'clock_timestamp()' });
      const older = ending.where({ app_id }).andWhere('generation < :generation', { generation });
      const { affected } = await older.andWhere(isActive).execute();
      if (affected) await announce(transaction, { app_id });
    });
  }

  /** Adds the digest to an app secret that an earlier release stored without one. */
  private async addDigest({ app_id, generation }: AppSecret, secret: string): Promise<void> {
    const secrets = this.database.of({ app_id }, this.appSecrets);
    const update = secrets.createQueryBuilder().update(this.stored(secret)).where({ app_id, generation });
    await update.andWhere('digest IS NULL').execute();
  }
}

/** Secrets with which the platform signs webhooks (docs/contract.md §6). */
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
