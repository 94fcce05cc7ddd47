import { Entity, Generated } from 'typeorm';
import { Bytea, Uuid } from '@storewright/rows';
import { SecretGeneration } from './secret-generation';

/** A secret with which an app authenticates. */
@Entity({ schema: 'auth', name: 'app_secrets' })
export class AppSecret extends SecretGeneration {
  @Uuid()
  @Generated('uuid')
  id: string;

  /** SHA-256 of the secret, by which a reported secret is found. null for a secret that is older and unused since. */
  @Bytea({ nullable: true })
  digest: Buffer | null;
}
