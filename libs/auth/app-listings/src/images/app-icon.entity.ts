import { Bytea, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * Icon of an app. `App.icon_digest` has the digest of the icon, so that lists of apps do not read images
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
