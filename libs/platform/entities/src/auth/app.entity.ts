import { Entity } from 'typeorm';
import { Attribute } from '../attribute';
import { Bool, Int, Text, TextArray, Timestamp, Uuid } from '../columns';

/** An app of a developer. No policy keeps developers apart: every query names the owner. */
@Entity({ schema: 'auth', name: 'apps' })
export class App {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @Attribute()
  @Text()
  name: string;

  @Attribute()
  @Text()
  install_url: string;

  @Attribute()
  @TextArray()
  scopes: string[];

  @Attribute()
  @Text({ nullable: true })
  webhook_url: string | null;

  @Attribute()
  @TextArray({ default: [] })
  webhook_events: string[];

  @Attribute()
  @Bool({ default: false })
  require_proof: boolean;

  /** At the exchange. */
  @Attribute()
  @Bool({ default: false })
  require_secret: boolean;

  @Int({ default: 1 })
  version: number;

  @Attribute()
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute()
  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  /** Its row stays for the audit log. */
  @Timestamp({ nullable: true })
  deleted_at: string | null;
}
