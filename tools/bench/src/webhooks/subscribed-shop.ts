import { randomUUID } from 'node:crypto';
import { mintWebhookSecret } from '@storewright/webhook-message';
import { seal } from '@storewright/tokens';
import type { Client } from 'pg';
import { type BenchShop, makeShop } from '../people';
import { sealingKeys } from '../stage';

/** A shop, and the indexes of the webhook receivers that get its events. */
export interface SubscribedShop extends BenchShop {
  receivers: number[];
}

let shopCount = 0;

/**
 * Creates a shop with `appsEach` installed apps for each webhook receiver. Each app has its own URL path.
 */
export async function makeSubscribedShop(
  client: Client,
  receivers: number[],
  ports: readonly number[],
  appsEach = 1,
): Promise<SubscribedShop> {
  shopCount += 1;
  const shop = await makeShop(client, `subscribed-${shopCount}`);
  await installApps(
    client,
    shop.id,
    receivers.flatMap((receiver) =>
      Array.from({ length: appsEach }, (_, app) => `http://127.0.0.1:${ports[receiver]}/webhooks/${app}`),
    ),
  );
  return { ...shop, receivers };
}

/** Installs an app with a webhook secret for each URL. */
export async function installApps(client: Client, shopId: string, urls: string[]): Promise<void> {
  const owner = randomUUID();
  await client.query(
    `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'bench', '')`,
    [owner, `${owner}@bench.example`],
  );
  const [apps, installations, secrets] = [urls, urls, urls].map((each) => each.map(() => randomUUID()));
  const sealed = urls.map(() => seal(sealingKeys, mintWebhookSecret()));
  await client.query(
    `INSERT INTO auth.apps (id, owner_id, name, install_url, scopes, webhook_url, webhook_events)
     SELECT id, $1, 'bench', 'http://localhost/', '{meta.get}', url, '{meta.created,meta.updated,meta.deleted}'
     FROM unnest($2::uuid[], $3::text[]) AS t(id, url)`,
    [owner, apps, urls],
  );
  await client.query(
    `INSERT INTO auth.webhook_secrets (app_id, generation, id, sealed)
     SELECT app, 1, id, sealed FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS t(app, id, sealed)`,
    [apps, secrets, sealed],
  );
  await client.query(
    `INSERT INTO auth.installations (shop_id, id, app_id, scopes, status, installed_at)
     SELECT $1, id, app, '{meta.get}', 'installed', now() FROM unnest($2::uuid[], $3::uuid[]) AS t(id, app)`,
    [shopId, installations, apps],
  );
}
