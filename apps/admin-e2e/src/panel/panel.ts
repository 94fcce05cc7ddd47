import { randomBytes } from 'node:crypto';
import { HttpClient, type TestDatabase, testDatabase } from '@storewright/testing';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Owner, Services, type ServicesOptions } from './services';
import { watch } from './watch';

/** Specs that drive a browser: skipped where the machine has none, which jest.config.cjs says in one line. */
export const withBrowser = process.env['CHROMIUM_PATH'] ? describe : describe.skip;

export interface PanelShop {
  id: string;
  domain: string;
  name: string;
}

/** How long a page may take for what it promises, in ms: much longer than it does, for machines under load. */
const patienceMs = 10_000;

const password = 'correct horse battery staple';

/**
 * The whole platform as an owner meets it: the panel in a real browser, before the real services on a real Postgres. One for each spec file:
 *
 * ```ts
 * withBrowser('API access', () => {
 *   let panel: Panel;
 *   beforeAll(async () => (panel = await Panel.start()));
 *   afterAll(() => panel.stop());
 *   it('…', async () => {
 *     const page = await panel.open('/admin/settings/api-access');
 *   });
 * });
 * ```
 */
export class Panel {
  /** Who owns `shop`. */
  readonly owner: Owner = { email: 'owner@demo-shop.example', password };
  shop: PanelShop;
  private readonly contexts: BrowserContext[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly services: Services,
    readonly browser: Browser,
  ) {}

  static async start(options: ServicesOptions = {}): Promise<Panel> {
    const database = await testDatabase();
    const services = new Services(database);
    const [browser] = await Promise.all([launchedBrowser(), services.start(options)]);
    const panel = new Panel(database, services, browser);
    await panel.anOwner(panel.owner.email);
    panel.shop = await panel.aShop('demo-shop', 'Demo Shop');
    return panel;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.services.stop();
    await this.database.drop();
  }

  /** Closes every page of a test, so that none asks for anything while the next one arranges. */
  async closePages(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
  }

  /** `http://demo-shop.localhost:<port>`, or that of another shop. */
  origin(domain = this.shop.domain): string {
    return `http://${domain}.localhost:${this.services.ports.panel}`;
  }

  async anOwner(email: string): Promise<Owner> {
    await this.services.operator(['create-owner', '--email', email, '--name', 'Demo Owner'], password);
    return { email, password };
  }

  async aShop(
    domain = `shop-${randomBytes(4).toString('hex')}`,
    name = 'A shop',
    owner = this.owner,
  ): Promise<PanelShop> {
    const line = await this.services.operator([
      'create-shop',
      '--domain',
      domain,
      '--name',
      name,
      '--owner',
      owner.email,
    ]);
    return { id: /[0-9a-f-]{36}$/.exec(line)![0], domain, name };
  }

  /** The auth API with a session of its own, for arranging what a test needs. */
  async api(owner = this.owner): Promise<HttpClient> {
    const api = new HttpClient(this.services.ports.auth, 'localhost');
    const { body } = await api.post('/api/sessions', { data: { type: 'sessions', attributes: owner } });
    return api.as(body.data.attributes.token as string);
  }

  /** The shop API of a shop, with a token. */
  shopApi(token: string, { domain } = this.shop): HttpClient {
    return new HttpClient(this.services.ports.shop, `${domain}.localhost`, token);
  }

  /** A browser page without a session; everything that goes wrong in it fails the test (see `watch`). */
  async page(): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(patienceMs);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    this.contexts.push(context);
    const page = await context.newPage();
    watch(page);
    return page;
  }

  /** Signs in without the screen for it: the cookie is put into the browser. */
  async signIn(page: Page, owner = this.owner, domain = this.shop.domain): Promise<void> {
    const client = new HttpClient(this.services.ports.panel, `${domain}.localhost`);
    const answer = await client.post('/admin/api/sessions', {
      data: { type: 'sessions', attributes: owner },
    });
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    const [name = '', value = ''] = cookie.split(';', 1)[0]!.split(/=(.*)/s);
    await page
      .context()
      .addCookies([{ name, value, url: this.origin(domain), httpOnly: true, sameSite: 'Lax' }]);
  }

  /** A page of the panel, signed in as the owner. */
  async open(address: string, owner = this.owner): Promise<Page> {
    const page = await this.page();
    await this.signIn(page, owner);
    await page.goto(this.origin() + address);
    return page;
  }

  /** Ends every session in the database, as their age would. */
  async endSessions(): Promise<void> {
    await this.database.query('DELETE FROM auth.sessions');
  }
}

function launchedBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH']!,
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}
