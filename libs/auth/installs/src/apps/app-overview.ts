import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage, selectColumns } from '@storewright/database';
import { AppSecret, type SecretGeneration, WebhookSecret } from '@storewright/entities';
import { isUuid, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInOwner } from '@storewright/sessions';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { appSecrets, type webhookSecrets } from './app-overview.resource';
import { Apps } from './apps';
import { installedShops } from './installed-shops';

type Secrets = typeof appSecrets | typeof webhookSecrets;

@Injectable()
export class AppOverview {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
    @InjectRepository(AppSecret, 'auth') private readonly appSecrets: Repository<AppSecret>,
    @InjectRepository(WebhookSecret, 'auth') private readonly webhookSecrets: Repository<WebhookSecret>,
  ) {}

  async secrets(kind: Secrets, owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const { id } = await this.apps.find({ owner, id: appId });
    const read = listing(activeSecretsOf(this.repository(kind), id), { id: 'g.id' });
    return readPage((statement) => this.database.query({ owner_id: owner.id }, statement), read, query);
  }

  async secret(kind: Secrets, owner: SignedInOwner, appId: string, id: string): Promise<DocumentRow> {
    const app = await this.apps.find({ owner, id: appId });
    const secrets = activeSecretsOf(this.database.of({ owner_id: owner.id }, this.repository(kind)), app.id);
    const row = isUuid(id) && (await secrets.andWhere('g.id = :id', { id }).getRawOne<DocumentRow>());
    if (!row) throw notFound(kind.type, id);
    return row;
  }

  async statistics(owner: SignedInOwner, appId: string): Promise<DocumentRow> {
    const { id } = await this.apps.find({ owner, id: appId });
    return { id, installed_shops: await installedShops(this.database, owner.id, id) };
  }

  private repository(kind: Secrets): Repository<SecretGeneration> {
    return kind === appSecrets ? this.appSecrets : this.webhookSecrets;
  }
}

function activeSecretsOf(
  secrets: Repository<SecretGeneration>,
  app_id: string,
): SelectQueryBuilder<SecretGeneration> {
  const columns = ['id', 'app_id', 'generation', 'created_at', 'expires_at'] as const;
  return selectColumns(secrets.createQueryBuilder('g'), columns).where(
    'g.app_id = :app_id AND (g.expires_at IS NULL OR g.expires_at > now())',
    { app_id },
  );
}
