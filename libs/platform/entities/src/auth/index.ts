// Loads the entity classes whose tables only SQL accesses, so that a spec can compare all entity classes with
// the database schema.
import './deprecated-request.entity';
import './rate-limit.entity';
import './request-day.entity';
import './webhook-day.entity';

export { AccessToken } from './access-token.entity';
export { App } from './app.entity';
export { AppSecret } from './app-secret.entity';
export { AuditEntry } from './audit-entry.entity';
export { CanaryToken } from './canary-token.entity';
export { Download } from './download.entity';
export { Installation } from './installation.entity';
export { OAuthToken } from './oauth-token.entity';
export { OutboxEvent } from './outbox-event.entity';
export { RefreshToken } from './refresh-token.entity';
export { RetentionRun } from './retention-run.entity';
export { SecretGeneration } from './secret-generation';
export { Shop } from './shop.entity';
export { ShopLogo } from './shop-logo.entity';
export { TestShop } from './test-shop.entity';
export { TokenIncident } from './token-incident.entity';
export { delayStepsMs } from './webhook-count.entity';
export { WebhookSecret } from './webhook-secret.entity';
