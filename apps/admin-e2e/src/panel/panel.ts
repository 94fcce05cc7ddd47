import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchedBrowser, watch } from '@storewright/browser-testing';
import { HttpClient, testPassword, until, WAIT_LIMIT_MS } from '@storewright/testing';
import { Client } from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { explainFailures } from './explain-failure';
import type { PlatformAddresses } from './services';

/** Chromium logs these messages for failed requests that the panel handles. */
const answered = new RegExp(
  '^Failed to load resource: (?:the server responded with a status of (?:4\\d\\d|500|503)|' +
    'net::ERR_(?:INTERNET_DISCONNECTED|FAILED))',
);

export interface PanelShop {
  id: string;
  domain: string;
  name: string;
}

export interface Owner {
  email: string;
  password: string;
}

/**
 * Runs the panel in a real browser against real services and a real Postgres database. All spec files share one
 * platform (panel-platform.ts). Each spec file has its own browser, owner and shop.
 *
 * ```ts
 * withBrowser('API access', () => {
 * let panel: Panel;
 * beforeAll(async () => (panel = await Panel.start()));
 * afterAll(() => panel.stop());
 * it('…', async () => {
 * const page = await panel.open('/admin/settings/api-access');
 * });
 * });
 * ```
 */
export class Panel {
  owner: Owner;
  shop: PanelShop;
  private readonly inUse: BrowserContext[] = [];
  private readonly idle: BrowserContext[] = [];

  private constructor(
    private readonly ports: PlatformAddresses['ports'],
    private readonly administrator: Client,
    private readonly mailFolder: string,
    private readonly operatorProgram: PlatformAddresses['operator'],
    readonly browser: Browser,
  ) {}

  static async start(options: { isMeasured?: boolean } = {}): Promise<Panel> {
    const { ports, database, mails, operator } = JSON.parse(
      process.env['PANEL_PLATFORM']!,
    ) as PlatformAddresses;
    const administrator = new Client({ connectionString: database });
    const [browser] = await Promise.all([launchedBrowser(options), administrator.connect()]);
    const panel = new Panel(ports, administrator, mails, operator, browser);
    const mark = randomBytes(4).toString('hex');
    panel.owner = await panel.anOwner(`owner@${mark}.example`);
    panel.shop = await panel.aShop(`demo-shop-${mark}`, 'Demo Shop');
    explainFailures(() =>
      panel.inUse.flatMap((context) => context.pages()).filter((page) => page.url() !== 'about:blank'),
    );
    return panel;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.administrator.end();
  }

  /**
   * Runs SQL for test data that no API can create. Every UPDATE and DELETE needs a WHERE clause, because the tables
   * contain rows of other spec files.
   */
  async query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
    if (/^\s*(?:UPDATE|DELETE)\b(?!.*\bWHERE\b)/is.test(text)) throw new Error(`everybody's rows: ${text}`);
    return (await this.administrator.query<Record<string, unknown>>(text, values)).rows;
  }

  async operator(...words: string[]): Promise<string> {
    const { program, database } = this.operatorProgram;
    const env = { PATH: process.env['PATH'], AUTH_DATABASE_URL: database };
    return (await promisify(execFile)(process.execPath, [program, ...words], { env })).stdout;
  }

  /** Returns the texts of the emails to this address, oldest first. */
  mailsTo(email: string): string[] {
    return readdirSync(this.mailFolder)
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .map((name) => readFileSync(join(this.mailFolder, name), 'utf8'))
      .filter((text) => text.includes(`To: ${email}\n`));
  }

  /** Waits for the first email to this address that contains a link, and returns the link. */
  async linkTo(email: string): Promise<string> {
    const links = () => this.mailsTo(email).flatMap((text) => /http\S+/.exec(text) ?? []);
    await until('the mail is there', async () => Promise.resolve(links().length > 0));
    return links()[0]!;
  }

  /** Closes all pages of a test, so that no page sends requests during the next test. */
  async closePages(): Promise<void> {
    const contexts = this.inUse.splice(0);
    await Promise.all(
      contexts.map(async (context) => {
        const [_first, ...others] = context.pages();
        await Promise.all(
          others.map(async (page) => {
            // Navigates to an empty page first, because Chromium ignores a close during a navigation, and Playwright
            // then never resolves (crbug.com/536385539).
            await page.goto('about:blank');
            await page.close();
          }),
        );
        await context.clearCookies();
      }),
    );
    this.idle.push(...contexts);
  }

  /** Returns the origin of a shop's panel, such as `http://demo-shop.localhost:<port>`. */
  origin(domain = this.shop.domain): string {
    return `http://${domain}.localhost:${this.ports.panel}`;
  }

  get authUrl(): string {
    return `http://localhost:${this.ports.auth}`;
  }

  async anOwner(email: string): Promise<Owner> {
    await this.query(
      `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'Demo Owner', $3)`,
      [randomUUID(), email, testPassword.hash],
    );
    return { email, password: testPassword.text };
  }

  async aShop(
    domain = `shop-${randomBytes(4).toString('hex')}`,
    name = 'A shop',
    owner = this.owner,
  ): Promise<PanelShop> {
    const id = randomUUID();
    await this.query(
      `WITH shop AS (INSERT INTO auth.shops (id, domain, name, title, description) VALUES ($1, $2, $3, $3,
        '') RETURNING id)
       INSERT INTO auth.shop_owners (shop_id, owner_id) SELECT shop.id, o.id FROM shop,
         auth.owners o WHERE o.email = $4`,
      [id, domain, name, owner.email],
    );
    return { id, domain, name };
  }

  /** Returns a client of the auth API with its own session, for creating test data. */
  async api(owner = this.owner): Promise<HttpClient> {
    const api = new HttpClient(this.ports.auth, 'localhost');
    const { body } = await api.post('/api/sessions', { data: { type: 'sessions', attributes: owner } });
    return api.as(body.data.attributes.token as string);
  }

  shopApi(token: string, { domain } = this.shop): HttpClient {
    return new HttpClient(this.ports.shop, `${domain}.localhost`, token);
  }

  /** Returns a client of the shop API with a new access token of the owner. */
  async tokenApi(): Promise<HttpClient> {
    const data = { type: 'access_tokens', attributes: { name: 'Story' } };
    const { body } = await (await this.api()).post(`/api/shops/${this.shop.id}/access_tokens`, { data });
    return this.shopApi(body.meta.token as string);
  }

  /** Opens a browser page without a session. Every error in the page fails the test. */
  async page(): Promise<Page> {
    // Reuses a browser context whose HTTP cache contains the panel's files, which halves the load time. The
    // panel stores only cookies and session storage of the tab, and `closePages` clears the cookies.
    const context = this.idle.pop() ?? (await this.aContext());
    this.inUse.push(context);
    const page = await context.newPage();
    watch(page, answered);
    return page;
  }

  private async aContext(): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(WAIT_LIMIT_MS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // Keeps the browser window open with an empty page, because opening a window takes longer than loading the panel.
    await context.newPage();
    return context;
  }

  /** Signs in through the API and sets the session cookie in the browser. */
  async signIn(page: Page, owner = this.owner, domain = this.shop.domain): Promise<void> {
    const client = new HttpClient(this.ports.panel, `${domain}.localhost`);
    const answer = await client.post('/admin/api/sessions', {
      data: { type: 'sessions', attributes: owner },
    });
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    const [name = '', value = ''] = cookie.split(';', 1)[0]!.split(/=(.*)/s);
    await page
      .context()
      .addCookies([{ name, value, url: this.origin(domain), httpOnly: true, sameSite: 'Lax' }]);
  }

  async open(address: string, owner = this.owner): Promise<Page> {
    const page = await this.page();
    await this.signIn(page, owner);
    await page.goto(this.origin() + address);
    return page;
  }

  /** Deletes every session of the owner, as if the sessions had expired. */
  async endSessions(): Promise<void> {
    await this.query(`DELETE FROM auth.sessions WHERE ${ofOwner}`, [this.owner.email]);
  }

  /**
   * Sets the last sign-in of the owner's sessions to an earlier time, so that the panel asks the owner to
   * authenticate again.
   */
  async ageSignIns(minutes: number): Promise<void> {
    await this.query(
      `UPDATE auth.sessions SET authenticated_at = now() - make_interval(mins => $2) WHERE ${ofOwner}`,
      [this.owner.email, minutes],
    );
  }
}

const ofOwner = 'owner_id = (SELECT id FROM auth.owners WHERE email = $1)';
