import { Bytea, Int, ShopRow, Uuid } from '@storewright/rows';
import { Entity } from 'typeorm';

/** Place of an audit entry in the chain of its shop. */
@Entity({ schema: 'auth', name: 'audit_links' })
export class AuditLink extends ShopRow {
  @Int({ primary: true })
  sequence: number;

  @Uuid()
  entry_id: string;

  /** Hash of the entry with the previous sequence. The first entry has 32 zero bytes. */
  @Bytea()
  previous_hash: Buffer;

  /** SHA-256 of the entry with its sequence and previous hash (`auditHash`). */
  @Bytea()
  hash: Buffer;
}
