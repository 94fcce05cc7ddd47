import { Bytea, CollatedText, Int, ShopRow, Text, Timestamp } from '@storewright/rows';
import { Entity } from 'typeorm';

/**
 * A signed head of a shop's audit log. It contains the hash of the last entry of a day, which depends on all earlier
 * entries.
 */
@Entity({ schema: 'auth', name: 'audit_heads' })
export class AuditHead extends ShopRow {
  @Int({ primary: true })
  sequence: number;

  /** Start of the day (UTC). */
  @Timestamp()
  day: string;

  @Bytea()
  hash: Buffer;

  /** RFC 7638 thumbprint of the key that signed the head. */
  @CollatedText()
  key_id: string;

  /** Compact JWS (EdDSA) of the head, created by `signHead`. */
  @Text()
  jws: string;
}
