import { Bytea, CollatedText, Int, ShopRow, Text, Timestamp } from '@storewright/rows';
import { Entity } from 'typeorm';

/**
 * A daily signature over a shop's audit log, called signed head in the documentation. It covers the hash of the
 * last entry of the day, which depends on all earlier entries.
 */
@Entity({ schema: 'auth', name: 'audit_heads' })
export class AuditHead extends ShopRow {
  @Int({ primary: true })
  sequence: number;

  @Timestamp()
  day: string;

  @Bytea()
  hash: Buffer;

  /** RFC 7638 thumbprint of the public key that verifies this signature over the audit log. */
  @CollatedText()
  key_id: string;

  /** Signature over the audit log as a compact JWS (EdDSA); see `signHead`. */
  @Text()
  jws: string;
}
