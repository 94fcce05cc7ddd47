import { Entity } from 'typeorm';
import { Uuid } from '../columns';
import { SecretGeneration } from './secret-generation';

/** What the platform signs webhooks to an app with. */
@Entity({ schema: 'auth', name: 'webhook_secrets' })
export class WebhookSecret extends SecretGeneration {
  @Uuid()
  id: string;
}
