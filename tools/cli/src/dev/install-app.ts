import { isApiError } from '@storewright/sdk';
import { install } from '../commands/install';
import { UnfinishedError } from '../failures';
import { livingIn } from '../installation';
import type { Session } from '../session';
import type { Terminal } from '../terminal';
import { isComplete } from '../waiting';
import type { TestShop } from './test-shop';

const TIMEOUT_MS = 30_000;

interface App {
  id: string;
  attributes: { scopes: string[]; install_url: string };
}

/**
 * Installs the app with all its scopes in the developer's test shop, as the shop's owner. Does nothing if the
 * shop already has the app with all its scopes. If the session is not allowed to consent, opens the grant
 * screen instead.
 */
export async function installApp(
  session: Session,
  { id }: { id: string },
  shop: TestShop,
  terminal: Terminal,
): Promise<void> {
  const path = `/api/apps/${encodeURIComponent(id)}`;
  const { document } = await session.send({ method: 'GET', path });
  const { data: app } = document as { data: App };
  const isInstalled = async () => {
    const installation = await livingIn(session, path, shop.attributes.domain);
    return installation !== undefined && isComplete(installation, app.attributes.scopes);
  };
  if (await isInstalled()) return;
  const address = await consent(session, id, shop);
  if (address === undefined) return install.run([id, '--shop', shop.attributes.domain], terminal);
  const status = await visit(address);
  if (await isInstalled()) return terminal.note(`installed in ${shop.attributes.domain}`);
  const { install_url } = app.attributes;
  throw new UnfinishedError(
    status === undefined
      ? `the app does not respond at its install URL ${install_url}. Compare it with PORT in .env.`
      : `the app did not exchange its nonce: ${install_url} returned status ${status}. Its output above shows why.`,
  );
}

/**
 * Grants the app's scopes. Returns the install URL with the nonce, or undefined if the session is not allowed
 * to consent.
 */
async function consent(session: Session, app_id: string, shop: TestShop): Promise<string | undefined> {
  try {
    const { document } = await session.send({
      method: 'POST',
      path: `/api/shops/${shop.id}/installations`,
      body: { data: { type: 'installations', attributes: { app_id } } },
    });
    return (document as { meta: { redirect_to: string } }).meta.redirect_to;
  } catch (error) {
    if (isApiError(error, 'device_not_allowed')) return undefined;
    throw error;
  }
}

/**
 * Requests the app's install URL as the owner's browser would. Returns the response status, or undefined if
 * the app does not respond.
 */
async function visit(address: string): Promise<number | undefined> {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
