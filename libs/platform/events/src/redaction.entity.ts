import { IdentifiedRow, Int, Json, type JsonText, Timestamp, Uuid, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

/** What is personal in the objects of one type that speak of who is redacted. */
export interface RedactionRule {
  /** Those that are known; the objects whose `relationship` leads to the redacted one are found in what is kept. */
  ids: readonly string[];
  relationship?: string;
  /** The attributes that are personal, and what they are afterwards. */
  clear: Readonly<Record<string, unknown>>;
}

export type RedactionRules = Readonly<Record<string, RedactionRule>>;

/** A request to clear what is kept of an object that was redacted: events, deliveries and answers (docs/adr/redaction.md). */
@Entity({ schema: 'shop', name: 'redactions' })
export class Redaction extends IdentifiedRow {
  @Word()
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
