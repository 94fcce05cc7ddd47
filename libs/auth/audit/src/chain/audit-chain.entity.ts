import { Bytea, Int, ShopRow } from '@storewright/rows';
import { Entity } from 'typeorm';

/** The end of the chain of a shop: sequence and hash of its last link. */
@Entity({ schema: 'auth', name: 'audit_chains' })
export class AuditChain extends ShopRow {
  @Int()
  sequence: number;

  @Bytea()
  hash: Buffer;
}
