import { Entity } from 'typeorm';
import { Bool, Int, Text, TextArray, Timestamp, Uuid } from '../columns';

/** An app of a developer. No policy keeps developers apart: every query names the owner. */
@Entity({ schema: 'auth', name: 'apps' })
export class App {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @Text()
  name: string;

  @Text()
  install_url: string;

  @TextArray()
  scopes: string[];

  @Text({ nullable: true })
  webhook_url: string | null;

  @TextArray({ default: [] })
  webhook_events: string[];

  @Bool({ default: false })
  require_proof: boolean;

  @Int({ default: 1 })
  version: number;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  /** Its row stays for the audit log. */
  @Timestamp({ nullable: true })
  deleted_at: string | null;
}
