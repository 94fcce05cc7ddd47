import type { Database, Transaction } from '@storewright/database';
import { type App, type Row, TestShop } from '@storewright/entities';
import { resolveByDns, type TargetPolicy, WebhookClient } from '@storewright/webhooks';
import { ListingVersion } from '../listings/listing-version.entity';
import { listedAppOf } from './review';
import { type LoggedRequest, usedScopes } from './used-scopes';

/** Result of a check in the listing review. `unknown` means that the platform has no evidence. */
export type Verdict = 'ok' | 'failed' | 'unknown';

export interface Check {
  name: string;
  verdict: Verdict;
  detail: string;
}

export interface ReviewedListing {
  app: Row<App>;
  version: Row<ListingVersion>;
  checks: Check[];
}

/**
 * Maximum duration of the request that checks a link of an app listing, including name resolution and
 * response body.
 */
const LINK_TIMEOUT_MS = 10_000;

/** Usage of an app in its developer's test shops. The checks of a listing review use these numbers. */
export interface Evidence {
  delivered: number;
  /** Number of the app's webhook deliveries that are pending or failed permanently. */
  undelivered: number;
  /** Number of uninstalled installations of the app whose webhook receiver accepted every event. */
  cleanUninstalls: number;
  uninstalls: number;
  requests: LoggedRequest[];
}

/** Reads the submitted version of an app listing and runs all checks of the review. */
export async function reviewListing(
  database: Database,
  app_id: string,
  policy: TargetPolicy,
): Promise<ReviewedListing> {
  const { app, version, evidence } = await database.transaction({}, async (transaction) => {
    const app = await listedAppOf(transaction, app_id);
    const versions = transaction.of(ListingVersion);
    const version: Row<ListingVersion> | null = await versions.findOneBy({ app_id, status: 'submitted' });
    if (!version) throw new Error(`no version of ${app.name} waits for its review`);
    return { app, version, evidence: await evidenceOf(transaction, app) };
  });
  const links = { support: version.support_url, 'privacy policy': version.privacy_url };
  return { app, version, checks: [...checksOf(app, evidence), ...(await linkChecks(links, policy))] };
}

const statements = {
  installations: `SELECT i.status, w.delivered::int, w.waiting::int AS waiting, w.failed::int AS failed
    FROM auth.installations_of_app($1) i, auth.webhooks_of_installation(i.shop_id, i.id) w
    WHERE i.shop_id = ANY ($2)`,
  requests: `SELECT DISTINCT method, route FROM auth.app_requests
    WHERE app_id = $1 AND shop_id = ANY ($2) AND status < 400`,
};

async function evidenceOf(transaction: Transaction, { id, owner_id }: Row<App>): Promise<Evidence> {
  const shops = await transaction.of(TestShop).findBy({ owner_id: owner_id! });
  const values = [id, shops.map(({ shop_id }) => shop_id)];
  const installations = await transaction.query<{
    status: string;
    delivered: number;
    waiting: number;
    failed: number;
  }>({ text: statements.installations, values });
  const sum = (name: 'delivered' | 'waiting' | 'failed') =>
    installations.reduce((total, each) => total + each[name], 0);
  const uninstalled = installations.filter(({ status }) => status === 'uninstalled');
  return {
    delivered: sum('delivered'),
    undelivered: sum('waiting') + sum('failed'),
    uninstalls: uninstalled.length,
    cleanUninstalls: uninstalled.filter(
      ({ delivered, waiting, failed }) => delivered > 0 && waiting + failed === 0,
    ).length,
    requests: await transaction.query<LoggedRequest & Record<string, unknown>>({
      text: statements.requests,
      values,
    }),
  };
}

export function checksOf(
  app: Pick<App, 'webhook_url' | 'webhook_events' | 'scopes'>,
  evidence: Evidence,
): Check[] {
  return [webhookCheck(app, evidence), uninstallCheck(app, evidence), scopeCheck(app, evidence)];
}

function webhookCheck(
  { webhook_url }: Pick<App, 'webhook_url'>,
  { delivered, undelivered }: Evidence,
): Check {
  const name = 'webhooks answer';
  if (webhook_url === null)
    return { name, verdict: 'ok', detail: 'The app has no webhook URL, so it receives no webhooks.' };
  if (delivered + undelivered === 0)
    return { name, verdict: 'unknown', detail: 'No test shop sent a webhook to the app in the last 7 days.' };
  const detail = `Webhooks of test shops in the last 7 days: ${delivered} delivered, ${undelivered} pending or failed.`;
  return { name, verdict: undelivered === 0 ? 'ok' : 'failed', detail };
}

function uninstallCheck(
  { webhook_url, webhook_events }: Pick<App, 'webhook_url' | 'webhook_events'>,
  { uninstalls, cleanUninstalls }: Evidence,
): Check {
  const name = 'uninstall cleans up';
  if (webhook_url === null || !webhook_events.includes('installations.uninstalled'))
    return {
      name,
      verdict: 'failed',
      detail: 'The app does not subscribe to installations.uninstalled, so it cannot notice an uninstall.',
    };
  if (uninstalls === 0) return { name, verdict: 'unknown', detail: 'No test shop uninstalled the app.' };
  const detail = `${cleanUninstalls} of ${uninstalls} test shops that uninstalled the app delivered every webhook.`;
  return { name, verdict: cleanUninstalls === uninstalls ? 'ok' : 'failed', detail };
}

function scopeCheck({ scopes }: Pick<App, 'scopes'>, { requests }: Evidence): Check {
  const name = 'scopes are used';
  if (scopes.length === 0) return { name, verdict: 'ok', detail: 'The app requests no scopes.' };
  if (requests.length === 0)
    return {
      name,
      verdict: 'unknown',
      detail: 'The request log contains no request of the app in a test shop.',
    };
  const used = usedScopes(requests);
  const unused = scopes.filter((scope) => !used.has(scope));
  return unused.length === 0
    ? { name, verdict: 'ok', detail: 'The app used every requested scope in test shops.' }
    : {
        name,
        verdict: 'failed',
        detail: `The app never used these scopes in test shops: ${unused.join(', ')}.`,
      };
}

async function linkChecks(links: Record<string, string>, policy: TargetPolicy): Promise<Check[]> {
  const client = new WebhookClient({ policy, resolve: resolveByDns(), timeoutMs: LINK_TIMEOUT_MS });
  try {
    return await Promise.all(
      Object.entries(links).map(async ([what, url]): Promise<Check> => {
        const { status, error } = await client.send({ method: 'GET', url, headers: {} });
        const isReachable = status !== undefined && status < 400;
        const detail = `${url}: ${status === undefined ? (error ?? 'no response') : `status ${status}`}`;
        return { name: `link to ${what}`, verdict: isReachable ? 'ok' : 'failed', detail };
      }),
    );
  } finally {
    client.close();
  }
}
