import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AppIcon } from '@storewright/app-listings';
import { AuthDatabase, selectColumns, type Transaction } from '@storewright/database';
import { App } from '@storewright/entities';
import type { PictureContent } from '@storewright/images';
import { isUuid, notFound } from '@storewright/json-api';
import type { Repository } from 'typeorm';
import { Apps, type ShownApp, type Target } from '../apps/apps';

type KeptIcon = Pick<AppIcon, 'media_type' | 'bytes'>;

const DIGEST = /^[0-9a-f]{64}$/;

@Injectable()
export class AppIcons {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(AppIcon, 'auth') private readonly icons: Repository<AppIcon>,
    private readonly apps: Apps,
  ) {}

  /** Returns the icon of an app by its digest. Throws if the icon was replaced or removed. */
  async find(app_id: string, digest: string): Promise<KeptIcon> {
    const isAddress = isUuid(app_id) && DIGEST.test(digest);
    const icon = isAddress && (await this.read(app_id.toLowerCase(), digest));
    if (!icon) throw notFound('icons', digest);
    return icon;
  }

  /** Replaces the icon of an app. Setting the same icon again changes nothing. */
  set(target: Target, { type: media_type, bytes, digest }: PictureContent): Promise<ShownApp> {
    return this.apps.changeIcon(target, digest, async (transaction, app_id) => {
      await this.clear(transaction, app_id);
      await transaction.of(this.icons).insert({ app_id, media_type, bytes });
    });
  }

  async delete(target: Target): Promise<void> {
    await this.apps.changeIcon(target, null, (transaction, app_id) => this.clear(transaction, app_id));
  }

  private async clear(transaction: Transaction, app_id: string): Promise<void> {
    await transaction.of(this.icons).delete({ app_id });
  }

  private read(app_id: string, digest: string): Promise<KeptIcon | undefined> {
    const icons = this.database.of({ app_id }, this.icons).createQueryBuilder('i');
    return selectColumns(icons, ['media_type', 'bytes'])
      .innerJoin(App, 'a', 'a.id = i.app_id')
      .where('i.app_id = :app_id AND a.icon_digest = :digest', { app_id, digest })
      .getRawOne<KeptIcon>();
  }
}
