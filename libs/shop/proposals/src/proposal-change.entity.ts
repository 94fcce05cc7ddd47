import {
  Attribute,
  CollatedText,
  IdentifiedRow,
  Int,
  Json,
  type JsonText,
  Text,
  Uuid,
} from '@storewright/entities';
import { Entity } from 'typeorm';

const anyValue = { description: 'Any JSON value.' };

@Entity({ schema: 'shop', name: 'proposal_changes' })
export class ProposalChange extends IdentifiedRow {
  @Uuid()
  proposal_id: string;

  @Attribute('Position of the change in the proposal. Starts at 1.')
  @Int()
  number: number;

  @Attribute('Operation on the object: create, update or delete.', { values: ['create', 'update', 'delete'] })
  @CollatedText()
  action: 'create' | 'update' | 'delete';

  @Attribute('Resource type of the object.')
  @CollatedText()
  resource_type: string;

  @Attribute('Id of the object. null for a new object.')
  @Uuid({ nullable: true })
  resource_id: string | null;

  @Attribute('Title, name, code or number of the object. null if the token cannot read the object.')
  @Text({ nullable: true })
  resource_name: string | null;

  @Attribute('Name of the attribute or relationship that changes.')
  @CollatedText({ nullable: true })
  attribute: string | null;

  @Attribute('Value before the change. null for a new object, or if the token cannot read the object.', {
    schema: anyValue,
  })
  @Json({ nullable: true })
  before: JsonText | null;

  @Attribute('Value after the change. null for a deleted object, or if the token cannot read the object.', {
    schema: anyValue,
  })
  @Json({ nullable: true })
  after: JsonText | null;
}
