import { Entity } from 'typeorm';
import { Uuid } from '@storewright/rows';
import { SecretGeneration } from './secret-generation';

@Entity({ schema: 'auth', name: 'webhook_secrets' })
export class WebhookSecret extends SecretGeneration {
  @Uuid()
  id: string;
}
