import { Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'listed_apps' })
export class ListedApp {
  @Uuid({ primary: true })
  app_id: string;

  @Uuid()
  version_id: string;

  /** Time at which the operator approved the first version of the app listing. */
  @Timestamp({ default: () => 'now()' })
  listed_at: string;

  /** Time at which the operator hid the app in the app directory. null for a visible app. */
  @Timestamp({ nullable: true })
  hidden_at: string | null;

  @Text({ nullable: true })
  hidden_reasons: string | null;
}
