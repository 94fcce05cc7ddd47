import { Entity } from 'typeorm';
import { Bool, Int, Text, TextArray, Timestamp, Uuid, IdentifiedRow } from '@storewright/rows';
import { Attribute } from '../attribute';

/** An app that is or was installed in a shop. */
@Entity({ schema: 'auth', name: 'installations' })
export class Installation extends IdentifiedRow {
  @Uuid()
  app_id: string;

  @Attribute('Scopes that the owner granted.')
  @TextArray()
  scopes: string[];

  @Attribute(
    'Scopes that a member of the shop withdrew since the installation, and that the app still requests.',
  )
  @TextArray({ default: [] })
  withdrawn_scopes: string[];

  @Attribute('Scopes whose writes become proposals, which a member of the shop approves or declines.')
  @TextArray({ default: [] })
  ask_scopes: string[];

  @Attribute(
    'Maximum number of requests of the app per day (UTC). Further requests are rejected with 429. ' +
      'Default: 10000 for an agent, otherwise null. null means unlimited.',
  )
  @Int({ nullable: true })
  daily_request_limit: number | null;

  @Attribute(
    'Maximum number of writes of the app per day (UTC). Each atomic operation counts as a write. ' +
      'Further writes are rejected with 429. Default: 1000 for an agent, otherwise null. null means unlimited.',
  )
  @Int({ nullable: true })
  daily_write_limit: number | null;

  /** Time at which a scope was last granted to the app. null means that `updated_at` applies. */
  @Timestamp({ nullable: true, default: () => 'now()' })
  scopes_granted_at: string | null;

  @Attribute('Whether the app is currently installed.', { values: ['installed', 'uninstalled'] })
  @Text()
  status: 'installed' | 'uninstalled';

  @Attribute(
    'Whether a member of the shop suspended the app. A suspended app keeps its token but cannot use it.',
  )
  @Bool({ default: false })
  suspended: boolean;

  @Attribute(
    'Networks in CIDR notation from which requests of the app are allowed. ' +
      'null means that app_allowed_networks applies.',
  )
  @TextArray({ nullable: true })
  allowed_networks: string[] | null;

  @Int({ default: 1 })
  version: number;

  @Attribute('Time of the first installation.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('Time of the last change of the installation.')
  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  @Attribute('Time at which the app was uninstalled. null if installed.')
  @Timestamp({ nullable: true })
  uninstalled_at: string | null;

  @Attribute('Time of the current installation.')
  @Timestamp({ default: () => 'now()' })
  installed_at: string;
}
