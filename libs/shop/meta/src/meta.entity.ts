import { anyObjectSchema } from '@storewright/json-api';
import { Attribute, Int, Json, type JsonText, VersionedRow, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

import type { MetaData } from './meta-data';

/**
 * Metadata: keys and values that an app attaches to an object of any other resource (docs/contract.md §5).
 */
@Entity({ schema: 'shop', name: 'meta' })
export class Meta extends VersionedRow {
  @Attribute('Type of the resource that the data is attached to.')
  @CollatedText()
  resource_type: string;

  @Attribute('Id of the resource that the data is attached to.')
  @CollatedText()
  resource_id: string;

  @Attribute('Free-form keys and values as a JSON object.', { schema: anyObjectSchema })
  @Json()
  data: JsonText<MetaData>;

  @Int({ default: 1 })
  segment: number;
}
