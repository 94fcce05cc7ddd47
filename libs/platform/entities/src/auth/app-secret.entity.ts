import { Entity, Generated } from 'typeorm';
import { Bytea, Uuid } from '@storewright/rows';
import { SecretGeneration } from './secret-generation';

/** A secret with which an app authenticates itself to the platform. */
@Entity({ schema: 'auth', name: 'app_secrets' })
export class AppSecret extends SecretGeneration {
  @Uuid()
  @Generated('uuid')
  id: string;

  /**
   * SHA-256 of the app secret, to look up a secret that was reported as leaked. null for an old secret until
   * its next use.
   */
  @Bytea({ nullable: true })
  digest: Buffer | null;
}
