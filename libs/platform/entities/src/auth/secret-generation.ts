import { Attribute } from '../attribute';
import { Int, Text, Timestamp, Uuid } from '../columns';

/** One generation of a secret of an app, sealed. */
export abstract class SecretGeneration {
  @Uuid({ primary: true })
  app_id: string;

  @Attribute('Counts the secrets of the app.')
  @Int({ primary: true })
  generation: number;

  abstract id: string;

  @Text()
  sealed: string;

  @Attribute('When it was made.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('When it ends; null: the current one.')
  @Timestamp({ nullable: true })
  expires_at: string | null;
}
