import {
  IdentifiedRow,
  Int,
  Json,
  type JsonText,
  Timestamp,
  Uuid,
  CollatedText,
} from '@storewright/entities';
import { Entity } from 'typeorm';

export interface RedactionRule {
  /**
   * Ids of objects to redact. `relationship` selects further objects by their relationship to the redacted
   * object.
   */
  ids: readonly string[];
  relationship?: string;
  /** Personal attributes with their values after the redaction. */
  clear: Readonly<Record<string, unknown>>;
}

export type RedactionRules = Readonly<Record<string, RedactionRule>>;

/**
 * A request to redact the copies of an object in events, webhook deliveries and stored API responses
 * (docs/adr/redaction.md).
 */
@Entity({ schema: 'shop', name: 'redactions' })
export class Redaction extends IdentifiedRow {
  @CollatedText()
  resource_type: string;

  @Uuid()
  resource_id: string;

  @Json()
  rules: JsonText<RedactionRules>;

  @Timestamp()
  requested_at: string;

  @Timestamp({ nullable: true })
  swept_at: string | null;

  @Int({ default: 0 })
  cleared: number;

  @Timestamp({ nullable: true })
  finished_at: string | null;
}
