import { Bytea, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * Icon of an app. `App.icon_digest` contains its digest, so lists of apps need not read the image
 * (docs/adr/app-icons.md).
 */
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
