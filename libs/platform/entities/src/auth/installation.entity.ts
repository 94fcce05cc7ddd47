import { Entity } from 'typeorm';
import { Int, Text, TextArray, Timestamp, Uuid } from '../columns';
import { IdentifiedRow } from '../shop-row';

/** One app in one shop. */
@Entity({ schema: 'auth', name: 'installations' })
export class Installation extends IdentifiedRow {
  @Uuid()
  app_id: string;

  /** What the owner agreed to. */
  @TextArray()
  scopes: string[];

  @Text()
  status: 'installed' | 'uninstalled';

  @Int({ default: 1 })
  version: number;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  @Timestamp({ nullable: true })
  uninstalled_at: string | null;

  @Timestamp({ default: () => 'now()' })
  installed_at: string;
}
