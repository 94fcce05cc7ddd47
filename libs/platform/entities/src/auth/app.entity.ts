import { Entity } from 'typeorm';
import { Attribute } from '../attribute';
import { Bool, Int, Text, TextArray, Timestamp, Uuid, Word } from '../columns';

/** An app of a developer. No policy keeps developers apart: every query names the owner. */
@Entity({ schema: 'auth', name: 'apps' })
export class App {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @Attribute('What owners of shops read.')
  @Text()
  name: string;

  @Attribute('Where agreeing leads, with a nonce.')
  @Text()
  install_url: string;

  @Attribute('What it asks for.')
  @TextArray()
  scopes: string[];

  @Attribute('Where events are sent.')
  @Text({ nullable: true })
  webhook_url: string | null;

  @Attribute('The types of event that are sent.')
  @TextArray({ default: [] })
  webhook_events: string[];

  @Attribute('Whether requests with its tokens need a Secret-Proof.')
  @Bool({ default: false })
  require_proof: boolean;

  @Attribute('Whether the exchange of a nonce needs the app’s secret.')
  @Bool({ default: false })
  require_secret: boolean;

  @Attribute('What it does, in a few sentences: owners of shops read it.')
  @Text({ nullable: true })
  description: string | null;

  @Attribute('Its privacy policy.')
  @Text({ nullable: true })
  privacy_url: string | null;

  @Attribute('Where owners of shops get help with it.')
  @Text({ nullable: true })
  support_url: string | null;

  /** SHA-256 of the bytes of its icon, in hex: part of their address. */
  @Word({ nullable: true })
  icon_digest: string | null;

  @Int({ default: 1 })
  version: number;

  @Attribute('When it was registered.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('When it was last changed.')
  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  /** Its row stays for the audit log. */
  @Timestamp({ nullable: true })
  deleted_at: string | null;
}
