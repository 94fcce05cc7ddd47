import { Entity } from 'typeorm';
import { Bool, Int, Text, TextArray, Timestamp, Uuid, CollatedText } from '@storewright/rows';
import { Attribute } from '../attribute';

/**
 * An app of a developer, or an agent. No row-level security policy separates developers, so every query must
 * filter by the owner.
 */
@Entity({ schema: 'auth', name: 'apps' })
export class App {
  @Uuid({ primary: true })
  id: string;

  /** Id of the developer who owns the app. null for an agent. */
  @Uuid({ nullable: true })
  owner_id: string | null;

  /** URL of the Client ID Metadata Document that identifies an agent. null for an app of a developer. */
  @CollatedText({ nullable: true })
  client_url: string | null;

  @Attribute('Name of the app as shown to owners of shops.')
  @Text()
  name: string;

  @Attribute('URL of the app to which an owner is redirected after a grant. The redirect adds a nonce.')
  @Text()
  install_url: string;

  @Attribute('Scopes that the app requires.')
  @TextArray()
  scopes: string[];

  @Attribute('Scopes that an owner can grant in addition. The app works without them.')
  @TextArray({ default: [] })
  optional_scopes: string[];

  @Attribute('URL to which webhooks are sent. null means no webhooks.')
  @Text({ nullable: true })
  webhook_url: string | null;

  @Attribute('Types of events that the app subscribes to.')
  @TextArray({ default: [] })
  webhook_events: string[];

  @Attribute('Whether requests with the app’s tokens require a Secret-Proof.')
  @Bool({ default: false })
  require_proof: boolean;

  @Attribute('Whether the exchange of a nonce requires the app’s secret.')
  @Bool({ default: false })
  require_secret: boolean;

  @Attribute(
    'Networks in CIDR notation from which requests with the app’s tokens are allowed, unless a shop sets its own ' +
      'networks. null means every network.',
  )
  @TextArray({ nullable: true })
  allowed_networks: string[] | null;

  @Attribute('Short description of the app as shown to owners of shops.')
  @Text({ nullable: true })
  description: string | null;

  @Attribute('URL of the app’s privacy policy.')
  @Text({ nullable: true })
  privacy_url: string | null;

  @Attribute('URL at which owners of shops get support for the app.')
  @Text({ nullable: true })
  support_url: string | null;

  /**
   * SHA-256 of the app's icon in hexadecimal, which is part of the icon's URL. null if the app has no icon.
   */
  @CollatedText({ nullable: true })
  icon_digest: string | null;

  @Int({ default: 1 })
  version: number;

  @Attribute('Time at which the app was registered.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('Time of the last change of the app.')
  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  /** Time at which the app was deleted. The row remains as long as the audit log refers to the app. */
  @Timestamp({ nullable: true })
  deleted_at: string | null;
}
