import type { ResourceUses } from '@storewright/contracts';
import { Json, type JsonText, TextArray, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * The published contract of an app: a list of the API features that the app uses. A new contract replaces the
 * previous one.
 */
@Entity({ schema: 'auth', name: 'app_contracts' })
export class AppContract {
  @Uuid({ primary: true })
  app_id: string;

  /** Id of the contract's publication, new for every publication. */
  @Uuid()
  id: string;

  /** API features that the app uses, keyed by resource type, in the format of the contract file. */
  @Json()
  resources: JsonText<Record<string, ResourceUses>>;

  @TextArray()
  events: string[];

  /** Features in an app's contract that the platform could deprecate. */
  @TextArray()
  features: string[];

  @Timestamp()
  published_at: string;
}
