import { Entity } from 'typeorm';
import { Uuid } from '@storewright/rows';
import { SecretGeneration } from './secret-generation';

/** A secret with which the platform signs webhooks to an app. */
@Entity({ schema: 'auth', name: 'webhook_secrets' })
export class WebhookSecret extends SecretGeneration {
  @Uuid()
  id: string;
}
