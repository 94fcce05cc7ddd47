import { Entity } from 'typeorm';
import { Attribute } from '../attribute';
import { Int, Text, TextArray, Timestamp, Uuid } from '../columns';
import { IdentifiedRow } from '../shop-row';

/** One app in one shop. */
@Entity({ schema: 'auth', name: 'installations' })
export class Installation extends IdentifiedRow {
  @Uuid()
  app_id: string;

  /** What the owner agreed to. */
  @Attribute()
  @TextArray()
  scopes: string[];

  @Attribute()
  @Text()
  status: 'installed' | 'uninstalled';

  @Int({ default: 1 })
  version: number;

  @Attribute()
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute()
  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  @Attribute()
  @Timestamp({ nullable: true })
  uninstalled_at: string | null;

  @Attribute()
  @Timestamp({ default: () => 'now()' })
  installed_at: string;
}
