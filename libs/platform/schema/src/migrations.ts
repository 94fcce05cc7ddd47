import { AddAppDeletion1700000700000 } from './auth/add-app-deletion';
import { AddAppOverview1700000500000 } from './auth/add-app-overview';
import { AddInstalledAt1700000400000 } from './auth/add-installed-at';
import { AddSessionTokens1700000300000 } from './auth/add-session-tokens';
import { CreateRequestCounts1700000600000 } from './auth/create-request-counts';
import { CreateAuth1700000000000 } from './auth/create-auth';
import { CreateEventOutbox1700000850000 } from './auth/create-event-outbox';
import { CreateWebhookSecrets1700001100000 } from './auth/create-webhook-secrets';
import { CreateCatalog1700001200000 } from './shop/create-catalog';
import { CreateEvents1700000800000 } from './shop/create-events';
import { CreateIdempotencyKeys1700000200000 } from './shop/create-idempotency-keys';
import { CreateMeta1700000100000 } from './shop/create-meta';
import { CreateSales1700001300000 } from './shop/create-sales';
import { CreateWebhooks1700000900000 } from './shop/create-webhooks';

/** In the order in which they run. A migration that has landed is never edited: expand first, contract later. */
export const authMigrations = [
  CreateAuth1700000000000,
  AddSessionTokens1700000300000,
  AddInstalledAt1700000400000,
  AddAppOverview1700000500000,
  CreateRequestCounts1700000600000,
  AddAppDeletion1700000700000,
  CreateEventOutbox1700000850000,
  CreateWebhookSecrets1700001100000,
];
export const shopMigrations = [
  CreateMeta1700000100000,
  CreateIdempotencyKeys1700000200000,
  CreateEvents1700000800000,
  CreateWebhooks1700000900000,
  CreateCatalog1700001200000,
  CreateSales1700001300000,
];
