import { Entity, Generated } from 'typeorm';
import { Bytea, Uuid } from '@storewright/rows';
import { SecretGeneration } from './secret-generation';

@Entity({ schema: 'auth', name: 'app_secrets' })
export class AppSecret extends SecretGeneration {
  @Uuid()
  @Generated('uuid')
  id: string;

  /**
   * SHA-256 of the app secret. The platform uses it to find a secret that was reported as leaked. null for an
   * old secret until its next use.
   */
  @Bytea({ nullable: true })
  digest: Buffer | null;
}
