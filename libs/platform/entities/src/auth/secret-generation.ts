import { Attribute } from '../attribute';
import { Int, Text, Timestamp, Uuid } from '../columns';

/** One generation of a secret of an app, sealed. */
export abstract class SecretGeneration {
  @Uuid({ primary: true })
  app_id: string;

  @Attribute()
  @Int({ primary: true })
  generation: number;

  abstract id: string;

  @Text()
  sealed: string;

  @Attribute()
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  /** Null: until there is a newer one. */
  @Attribute()
  @Timestamp({ nullable: true })
  expires_at: string | null;
}
