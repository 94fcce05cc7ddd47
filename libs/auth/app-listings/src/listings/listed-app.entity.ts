import { Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** An app in the directory, with the approved version that shop owners see. */
@Entity({ schema: 'auth', name: 'listed_apps' })
export class ListedApp {
  @Uuid({ primary: true })
  app_id: string;

  @Uuid()
  version_id: string;

  /** Time at which the operator first approved a version of the app. */
  @Timestamp({ default: () => 'now()' })
  listed_at: string;

  /** Time at which the operator hid the app from the directory. null for a visible app. */
  @Timestamp({ nullable: true })
  hidden_at: string | null;

  @Text({ nullable: true })
  hidden_reasons: string | null;
}
