import { Int, Text, Timestamp, Uuid } from '@storewright/rows';
import { Attribute } from '../attribute';

/** One version of an app's secret, stored encrypted. A rotation creates the next version. */
export abstract class SecretGeneration {
  @Uuid({ primary: true })
  app_id: string;

  @Attribute('Sequential number of the secret within its app.')
  @Int({ primary: true })
  generation: number;

  abstract id: string;

  @Text()
  sealed: string;

  @Attribute('Time at which the secret was created.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('Time at which the secret stops working. null for the current secret.')
  @Timestamp({ nullable: true })
  expires_at: string | null;
}
