import { Bytea, Int, ShopRow, Uuid } from '@storewright/rows';
import { Entity } from 'typeorm';

/** Position of an audit log entry in the hash chain of its shop. */
@Entity({ schema: 'auth', name: 'audit_links' })
export class AuditLink extends ShopRow {
  @Int({ primary: true })
  sequence: number;

  @Uuid()
  entry_id: string;

  /** Hash of the audit log entry with the previous sequence number. It is 32 zero bytes for the first entry. */
  @Bytea()
  previous_hash: Buffer;

  /** SHA-256 of the audit log entry with its sequence number and previous hash; see `auditHash`. */
  @Bytea()
  hash: Buffer;
}
