import { Bytea, Int, ShopRow, Uuid } from '@storewright/rows';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'audit_links' })
export class AuditLink extends ShopRow {
  @Int({ primary: true })
  sequence: number;

  @Uuid()
  entry_id: string;

  /** Hash of the audit log entry with the preceding sequence number. 32 zero bytes for the first entry. */
  @Bytea()
  previous_hash: Buffer;

  @Bytea()
  hash: Buffer;
}
