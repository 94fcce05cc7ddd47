import { CollatedText, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A deprecated feature about which the developer of an app got a mail. Only a database function reads the rows. */
@Entity({ schema: 'auth', name: 'deprecation_notices' })
export class DeprecationNotice {
  @Uuid({ primary: true })
  app_id: string;

  @CollatedText({ primary: true })
  feature: string;

  @Timestamp({ default: () => 'now()' })
  noticed_at: string;
}
