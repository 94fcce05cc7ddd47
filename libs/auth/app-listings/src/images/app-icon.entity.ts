import { Bytea, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Icon of an app, whose digest is in `App.icon_digest`. Lists never read it (docs/adr/app-icons.md). */
@Entity({ schema: 'auth', name: 'app_icons' })
export class AppIcon {
  @Uuid({ primary: true })
  app_id: string;

  @CollatedText()
  media_type: string;

  @Bytea()
  bytes: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
