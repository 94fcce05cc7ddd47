import { Bytea, CollatedText, Int, ShopRow, Text, Timestamp } from '@storewright/rows';
import { Entity } from 'typeorm';

/** A signed head: the hash of the last entry of a day, which commits to all earlier entries of the shop. */
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

  /** Compact JWS (EdDSA) of the head (`signHead`). */
  @Text()
  jws: string;
}
