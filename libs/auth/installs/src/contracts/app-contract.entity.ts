import type { ResourceUses } from '@storewright/contracts';
import { Json, type JsonText, TextArray, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** The published contract of an app. A new contract replaces the previous contract. */
@Entity({ schema: 'auth', name: 'app_contracts' })
export class AppContract {
  @Uuid({ primary: true })
  app_id: string;

  /** Id of the publication. */
  @Uuid()
  id: string;

  /** Uses by resource type, as in the contract file. */
  @Json()
  resources: JsonText<Record<string, ResourceUses>>;

  @TextArray()
  events: string[];

  /** Features that a deprecation can name and that the contract uses. */
  @TextArray()
  features: string[];

  @Timestamp()
  published_at: string;
}
