import { Bytea, Timestamp, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/** The icon of an app, which knows its digest (`App.icon_digest`). Never read with lists (docs/adr/app-icons.md). */
@Entity({ schema: 'auth', name: 'app_icons' })
export class AppIcon {
  @Uuid({ primary: true })
  app_id: string;

  @Word()
  media_type: string;

  @Bytea()
  bytes: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
