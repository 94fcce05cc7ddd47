import { Entity } from 'typeorm';
import { Attribute } from '../attribute';
import { Text, Timestamp, Uuid, Word } from '../columns';

/** A tenant, in the directory of shops. */
@Entity({ schema: 'auth', name: 'shops' })
export class Shop {
  @Uuid({ primary: true })
  id: string;

  /** The label in the shop's host name. */
  @Attribute()
  @Word()
  domain: string;

  @Attribute()
  @Text()
  name: string;

  @Attribute()
  @Text()
  title: string;

  @Attribute()
  @Text()
  description: string;

  @Text({ default: 'active' })
  status: 'active' | 'suspended';

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
