import { CollatedText, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * Record of an email to an app's developer about one deprecated feature. Only a database function reads the
 * table.
 */
@Entity({ schema: 'auth', name: 'deprecation_notices' })
export class DeprecationNotice {
  @Uuid({ primary: true })
  app_id: string;

  @CollatedText({ primary: true })
  feature: string;

  @Timestamp({ default: () => 'now()' })
  noticed_at: string;
}
