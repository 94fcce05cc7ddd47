import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { isApiError, Shop } from '@storewright/sdk';
import { mergeEnvFile } from '../app-file/env-file';
import { UnfinishedError, UsageError } from '../failures';
import type { Session } from '../session';
import type { Terminal } from '../terminal';
import { readEnvironment } from './environment-file';

/** Interval in milliseconds between checks of a new test shop, and maximum number of checks. */
const [CHECK_EVERY_MS, CHECKS] = [500, 240];
/** Lifetime of the test shop's access token in days. */
const TOKEN_DAYS = 30;
/**
 * Maximum length of an app name in a shop domain. A host name label has at most 63 characters (RFC 1035
 * §2.3.4), and the suffixes need the other characters.
 */
const MAX_NAME_LENGTH = 50;

export interface TestShop {
  id: string;
  attributes: { domain: string; base_url: string; status: string };
}

/** Returns the path of the file with the credentials of the test shop that belongs to the app's folder. */
export const shopFileOf = (folder: string): string => join(folder, '.storewright', 'dev.env');

export interface WantedShop {
  folder: string;
  /** Name of the app, from which the domain of a new test shop is derived. */
  name: string;
  domain: string | undefined;
}

/**
 * Returns the selected test shop, or the stored test shop of the app's folder. Creates a test shop if neither
 * exists. Waits until the shop is ready.
 */
export async function testShopOf(
  session: Session,
  wanted: WantedShop,
  terminal: Terminal,
): Promise<TestShop> {
  const stored = readEnvironment(shopFileOf(wanted.folder))['SHOP'];
  const domain = wanted.domain ?? stored;
  const existing = domain === undefined ? undefined : await find(session, domain);
  if (!existing && wanted.domain !== undefined)
    throw new UsageError(
      `you have no test shop ${JSON.stringify(wanted.domain)}; list yours with "storewright shops list".`,
    );
  const shop = existing ?? (await create(session, wanted.name));
  if (!existing) terminal.note(`created the test shop ${shop.attributes.domain}; it is being filled`);
  const { domain: SHOP, base_url: BASE_URL } = shop.attributes;
  const credentials = dirname(shopFileOf(wanted.folder));
  mkdirSync(credentials, { recursive: true, mode: 0o700 });
  // Makes git ignore the folder with the access token, because the app's own .gitignore may lack the folder.
  writeFileSync(join(credentials, '.gitignore'), '*\n');
  mergeEnvFile(shopFileOf(wanted.folder), {
    ...{ AUTH_URL: session.authUrl, SHOP, BASE_URL },
    // Removes the stored token, because a token must not be sent to a different shop.
    ...(SHOP !== stored && { ACCESS_TOKEN: '' }),
  });
  // The test shop is stored before it is ready, so that the next run of an interrupted command continues with
  // it.
  return untilReady(session, shop, terminal);
}

async function find(session: Session, domain: string): Promise<TestShop | undefined> {
  const path = `/api/test_shops?filter[domain]=${encodeURIComponent(domain)}`;
  const { document } = await session.send({ method: 'GET', path });
  const [shop] = (document as { data: TestShop[] }).data;
  return shop?.attributes.status === 'removing' ? undefined : shop;
}

/** Creates a test shop with a domain such as `labels-test`, or `labels-test-4f2a` if that domain is taken. */
async function create(session: Session, name: string): Promise<TestShop> {
  const domain = `${name.slice(0, MAX_NAME_LENGTH)}-test`;
  const suffix = crypto.randomUUID().slice(0, 4);
  const send = async (label: string) => {
    const attributes = { domain: label, name: `${name}, test shop`.slice(0, 100) };
    const body = { data: { type: 'test_shops', attributes } };
    const { document } = await session.send({ method: 'POST', path: '/api/test_shops', body });
    return (document as { data: TestShop }).data;
  };
  try {
    return await send(domain).catch((error: unknown) => {
      if (isApiError(error) && error.status === 409) return send(`${domain}-${suffix}`);
      throw error;
    });
  } catch (error) {
    if (!isApiError(error, 'shop_limit_reached')) throw error;
    throw new UnfinishedError(
      `${error.errors[0]?.detail} Choose one of "storewright shops list" with --shop <domain>, or delete one ` +
        'with "storewright shops remove <domain>" and repeat the command after five minutes.',
    );
  }
}

async function untilReady(session: Session, shop: TestShop, { pause }: Terminal): Promise<TestShop> {
  const path = `/api/test_shops/${shop.id}`;
  let current = shop;
  for (let check = 0; check < CHECKS; check += 1) {
    if (current.attributes.status === 'ready') return current;
    await pause(CHECK_EVERY_MS);
    const { document } = await session.send({ method: 'GET', path });
    current = (document as { data: TestShop }).data;
  }
  throw new UnfinishedError(
    `the test shop ${shop.attributes.domain} is still ${current.attributes.status}. Repeat the command, which ` +
      'continues with this shop.',
  );
}

/**
 * Returns the stored access token of the test shop if it is still valid. Otherwise creates and stores an
 * access token.
 */
export async function accessTokenOf(session: Session, shop: TestShop, folder: string): Promise<string> {
  const { ACCESS_TOKEN: stored } = readEnvironment(shopFileOf(folder));
  if (stored && (await isValid(shop.attributes.base_url, stored))) return stored;
  const expires_at = new Date(Date.now() + TOKEN_DAYS * 86_400_000).toISOString();
  const attributes = { name: `storewright dev on ${hostname()}`.slice(0, 100), expires_at };
  const { document } = await session.send({
    method: 'POST',
    path: `/api/shops/${shop.id}/access_tokens`,
    body: { data: { type: 'access_tokens', attributes } },
  });
  const { token } = (document as { meta: { token: string } }).meta;
  mergeEnvFile(shopFileOf(folder), { ACCESS_TOKEN: token });
  return token;
}

async function isValid(baseUrl: string, token: string): Promise<boolean> {
  try {
    await new Shop({ baseUrl, token }).transport.send({ method: 'GET', path: '/api/events?page[size]=1' });
    return true;
  } catch (error) {
    if (isApiError(error) && [401, 403].includes(error.status)) return false;
    throw error;
  }
}
