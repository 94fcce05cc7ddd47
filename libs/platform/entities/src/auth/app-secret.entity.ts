import { Entity, Generated } from 'typeorm';
import { Uuid } from '@storewright/rows';
import { SecretGeneration } from './secret-generation';

/** A secret with which an app authenticates. */
@Entity({ schema: 'auth', name: 'app_secrets' })
export class AppSecret extends SecretGeneration {
  @Uuid()
  @Generated('uuid')
  id: string;
}
