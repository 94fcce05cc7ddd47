import { Entity } from 'typeorm';
import { Attribute } from '../attribute';
import { Int, Text, TextArray, Timestamp, Uuid } from '../columns';
import { IdentifiedRow } from '../shop-row';

/** One app in one shop. */
@Entity({ schema: 'auth', name: 'installations' })
export class Installation extends IdentifiedRow {
  @Uuid()
  app_id: string;

  @Attribute('What the owner agreed to.')
  @TextArray()
  scopes: string[];

  @Attribute('Whether it is installed now.', { values: ['installed', 'uninstalled'] })
  @Text()
  status: 'installed' | 'uninstalled';

  @Int({ default: 1 })
  version: number;

  @Attribute('When it was installed for the first time.')
  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('When it last changed.')
  @Timestamp({ default: () => 'now()' })
  updated_at: string;

  @Attribute('When it was uninstalled.')
  @Timestamp({ nullable: true })
  uninstalled_at: string | null;

  @Attribute('When the present installation began.')
  @Timestamp({ default: () => 'now()' })
  installed_at: string;
}
