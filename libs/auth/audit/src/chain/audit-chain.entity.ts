import { Bytea, Int, ShopRow } from '@storewright/rows';
import { Entity } from 'typeorm';

/** End of the hash chain of a shop's audit log: sequence number and hash of the last link. */
@Entity({ schema: 'auth', name: 'audit_chains' })
export class AuditChain extends ShopRow {
  @Int()
  sequence: number;

  @Bytea()
  hash: Buffer;
}
