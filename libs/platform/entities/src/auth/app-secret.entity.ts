import { Entity, Generated } from 'typeorm';
import { Uuid } from '../columns';
import { SecretGeneration } from './secret-generation';

/** What an app proves itself with. */
@Entity({ schema: 'auth', name: 'app_secrets' })
export class AppSecret extends SecretGeneration {
  @Uuid()
  @Generated('uuid')
  id: string;
}
