import { Bytea, Int, ShopRow } from '@storewright/rows';
import { Entity } from 'typeorm';

@Entity({ schema: 'auth', name: 'audit_chains' })
export class AuditChain extends ShopRow {
  @Int()
  sequence: number;

  @Bytea()
  hash: Buffer;
}
