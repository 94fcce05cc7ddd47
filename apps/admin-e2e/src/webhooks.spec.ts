import { randomUUID } from 'node:crypto';
import { type HttpClient, Receiver } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { anApp, install, installations, type RegisteredApp } from './apps';
import { holdAnswers } from './held-answers';
import { expectFocusWithin, expectSoon, expectStill, look, Panel, skeleton, withBrowser } from './panel';

interface SubscribedApp extends RegisteredApp {
  name: string;
  /** Id of the app's installation in the shop. */
  installation: string;
  receiver: Receiver;
}

withBrowser('webhook screens', () => {
  let panel: Panel;
  let api: HttpClient;
  let shop: HttpClient;
  const receivers: Receiver[] = [];
  beforeAll(async () => {
    panel = await Panel.start();
    api = await panel.api();
    const { body } = await api.post(`/api/shops/${panel.shop.id}/access_tokens`, {
      data: { type: 'access_tokens', attributes: { name: 'Arranges' } },
    });
    shop = panel.shopApi(body.meta.token as string);
  });
  afterEach(async () => {
    await panel.closePages();
    // Uninstalls all apps, so that failing webhook deliveries of one test are not retried during the next
    // test.
    for (const { id } of await installations(api, panel.shop))
      await api.delete(`/api/shops/${panel.shop.id}/installations/${id}`);
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });
  afterAll(() => panel.stop());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string, level = 1) =>
    page.getByRole('heading', { name, level, exact: true });
  const rows = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
  const deliveriesOf = ({ installation }: SubscribedApp) => `/admin/apps/${installation}/deliveries`;

  /** Installs an app whose webhook receiver gets events about meta objects. */
  async function subscribed(
    name: string,
    reply?: Receiver['reply'],
    more: { scopes?: string[]; events?: string[] } = {},
  ): Promise<SubscribedApp> {
    const receiver = await Receiver.start(reply);
    receivers.push(receiver);
    const app = await anApp(api, {
      name,
      scopes: ['meta.get', ...(more.scopes ?? [])],
      webhook_url: receiver.url,
      webhook_events: [
        ...['meta.created', 'meta.updated', 'meta.deleted', 'installations.uninstalled'],
        ...(more.events ?? []),
      ],
    });
    await install(api, panel.shop, app);
    const all = await installations(api, panel.shop);
    const installation = all.find(({ attributes }) => attributes.app_name === name)!.id;
    return { ...app, name, installation, receiver };
  }

  async function aMeta(data: object = { label: 'printed' }): Promise<string> {
    const attributes = { resource_type: 'orders', resource_id: '1001', data };
    const { body } = await shop.post('/api/meta', { data: { type: 'meta', attributes } });
    return body.data.id as string;
  }

  const genuine = ({ receiver, webhookSecret }: SubscribedApp, at = -1): unknown => {
    const { headers, text } = receiver.received.at(at)!;
    return new Webhook(webhookSecret).verify(text, headers as Record<string, string>);
  };

  it('the delivery page shows a failed delivery with the app’s response, and sends the event again', async () => {
    const body = '<b>no room</b> in the database';
    const app = await subscribed('Labels', () => ({ status: 500, body }));
    await aMeta({ label: 'printed', size: 2.5 });
    await app.receiver.has(1);

    const page = await panel.open('/admin/apps');
    await page.getByRole('link', { name: 'Labels' }).click();
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByText('Retrying', { exact: true }).waitFor();
    await page.getByText('The app answered 500').waitFor();
    await page.getByText('0 delivered, 1 waiting, 0 failed').waitFor();
    await page.locator('.recharts-bar-rectangle path').first().waitFor();
    await expectStill(page, 'webhooks-failing');
    await page.getByRole('link', { name: 'View deliveries' }).click();
    await heading(page, 'Deliveries to “Labels”').waitFor();
    await rows(page).getByText('Retrying').waitFor();
    await rows(page).getByText('500', { exact: true }).waitFor();
    await expectStill(page, 'webhooks-deliveries');

    await page.getByRole('link', { name: 'meta.created' }).click();
    await heading(page, 'meta.created').waitFor();
    const sent = page.getByRole('region', { name: 'Body', exact: true });
    await sent.getByText('"size": 2.5').waitFor();
    await page.getByText('Raw', { exact: true }).click();
    await sent.getByText('"type":"meta.created",').waitFor();
    await button(page, 'Copy: Body').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(app.receiver.received[0]!.text);
    await page.getByRole('region', { name: 'Answer to attempt 1' }).getByText(body).waitFor();
    expect(await page.locator('b', { hasText: 'no room' }).count()).toBe(0);
    await expectStill(page, 'webhooks-delivery');

    app.receiver.reply = () => ({ status: 200, body: 'thank you' });
    const before = app.receiver.received.length;
    await button(page, 'Send again').click();
    await page.getByText('1 event is being sent again').waitFor();
    await page.getByText('Sent again manually').waitFor();
    await page.getByText('thank you').waitFor();
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(genuine(app, before)).toMatchObject({ type: 'meta.created', data: { type: 'meta' } });

    // The app responds again, so pending deliveries are retried immediately.
    await page.getByRole('link', { name: 'All deliveries' }).click();
    await page.getByText('Retrying').first().waitFor();
    await rows(page).getByText('Retrying').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Back to the app' }).click();
    await page.getByText('Up to date').waitFor();
    const ids = app.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
  });

  it('the deliveries screen lists webhook deliveries, newest first, and filters by status and event', async () => {
    const app = await subscribed('Busy');
    const first = await aMeta();
    await app.receiver.has(1);
    await shop.delete(`/api/meta/${first}`);
    for (let count = 0; count < 26; count += 1) await aMeta({ count });
    await app.receiver.has(28);
    const page = await panel.open(deliveriesOf(app));
    await rows(page).first().waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await expectSoon(() => rows(page).count(), 25);
    await button(page, 'Next').click();
    await page.getByRole('link', { name: 'meta.deleted' }).waitFor();
    expect(new URL(page.url()).searchParams.has('page[after]')).toBe(true);
    await page.reload();
    await page.getByRole('link', { name: 'meta.deleted' }).waitFor();
    await expectSoon(() => rows(page).count(), 3);

    await page.getByText('26–28 of 28').waitFor();

    await button(page, 'Filter').click();
    await page.getByRole('dialog', { name: 'Filter' }).getByLabel('Event').selectOption('meta.deleted');
    await page.keyboard.press('Escape');
    await button(page, 'Remove filter: Event: meta.deleted').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'meta.deleted' }).waitFor();
    await expectSoon(() => rows(page).count(), 1);
    await page.getByRole('radio', { name: 'Failed' }).click();
    await page.getByText('Nothing found').waitFor();
    await look(page, 'webhooks-deliveries-none');
    await button(page, 'Show all').click();
    await rows(page).nth(24).waitFor();
    await page.getByRole('radio', { name: 'Delivered' }).click();
    await page.waitForURL(/filter%5Bstatus%5D=delivered$/);
    // The URL changes before the list is loaded.
    await expectSoon(() => page.getByRole('radio', { name: 'Delivered' }).isChecked(), true);
    await page.getByRole('link', { name: 'meta.created' }).first().click();
    await heading(page, 'meta.created').waitFor();
    await page.getByRole('link', { name: 'All deliveries' }).click();
    await page.waitForURL(/filter%5Bstatus%5D=delivered$/);

    await page.goto(`${panel.origin()}${deliveriesOf(app)}?page[after]=nonsense`);
    await page.getByText('This list does not exist').waitFor();
    await button(page, 'Show all').click();
    await page.getByText('1–25 of more').waitFor();
    await page.getByRole('columnheader', { name: 'Time' }).getByRole('button').click();
    // Only the oldest deliveries contain a deletion.
    await rows(page).getByRole('link', { name: 'meta.deleted' }).waitFor();
  });

  it('the deliveries screen sends selected events and a range of events again after a confirmation', async () => {
    const app = await subscribed('Forgetful');
    for (let count = 1; count <= 3; count += 1) await aMeta({ count });
    await app.receiver.has(3);
    const [one, two, three] = app.receiver.sequences;
    const page = await panel.open(deliveriesOf(app));
    await rows(page).nth(2).getByText('Delivered').waitFor();
    await expectSoon(() => button(page, 'Clear selection').count(), 0);
    for (const sequence of [one, three])
      await rows(page)
        .filter({ hasText: `no. ${sequence}` })
        .locator('label')
        .click();
    await button(page, 'Send 2 events again').click();
    const question = page.getByRole('alertdialog', { name: 'Send 2 events again?' });
    await question.waitFor();
    await look(page, 'webhooks-again');
    // The dialog keeps its question until it is closed, although no row is selected anymore.
    const refreshed = await holdAnswers(page, '**/api/webhook_deliveries?**');
    await question.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('2 events are being sent again').waitFor();
    await expectSoon(() => page.locator('button', { hasText: 'Clear selection' }).count(), 0);
    await question.waitFor();
    refreshed.release();
    await app.receiver.has(5);
    expect(app.receiver.sequences.slice(3)).toEqual([one, three]);
    expect(genuine(app)).toMatchObject({ sequence: three });
    await rows(page).nth(4).waitFor();
    await page.getByText('Sent again', { exact: true }).first().waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await refreshed.end();

    await button(page, 'Send a range again').click();
    const dialog = page.getByRole('dialog', { name: 'Send a range of events again' });
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('Enter a whole number, 1 or more.').first().waitFor();
    await dialog.getByLabel('From number').fill(String(two));
    await dialog.getByLabel('To number').fill('1');
    await page.keyboard.press('Enter');
    await dialog.getByText(`Enter ${two} or more.`).waitFor();
    await look(page, 'webhooks-range');
    await dialog.getByLabel('To number').fill(String(three));
    // Events from the auth API have sequence numbers in the same event log.
    await dialog.getByText(`At most ${three! - two! + 1} events`).waitFor();
    await page.keyboard.press('Enter');
    await app.receiver.has(7);
    expect(app.receiver.sequences.slice(5)).toEqual([two, three]);
    await dialog.waitFor({ state: 'detached' });

    // The dialog explains why the API rejected the request.
    await button(page, 'Send a range again').click();
    await dialog.getByLabel('From number').fill('900001');
    await dialog.getByLabel('To number').fill('900002');
    await page.keyboard.press('Enter');
    await dialog.getByText('The app receives none of these events').waitFor();
  });

  it('the deliveries screen sends a signed test event with a real object and shows the app’s response', async () => {
    const reply = () => ({ status: 200, body: 'got it' });
    const app = await subscribed('Fresh', reply, { scopes: ['orders.get'], events: ['orders.updated'] });
    const placed = await shop.post('/api/orders', {
      data: {
        type: 'orders',
        attributes: { currency_code: 'EUR', line_items: [{ title: 'Mug', price_amount: 900, quantity: 1 }] },
      },
    });
    const page = await panel.open(deliveriesOf(app));
    await page.getByText('No deliveries yet').waitFor();
    await look(page, 'webhooks-deliveries-empty');
    const id = await aMeta({ label: 'for the test' });
    await app.receiver.has(1);

    await button(page, 'Send a test event').click();
    const dialog = page.getByRole('dialog', { name: 'Send a test event' });
    const field = dialog.getByLabel('Object id');
    await field.waitFor();
    await page.waitForFunction(([element, wanted]) => (element as HTMLInputElement).value === wanted, [
      await field.elementHandle(),
      id,
    ] as const);
    await expectSoon(
      () => dialog.getByLabel('Event', { exact: true }).locator('option').allInnerTexts(),
      ['meta.created', 'meta.updated', 'meta.deleted', 'installations.uninstalled', 'orders.updated'],
    );
    // The dialog offers the newest object of each type.
    await dialog.getByLabel('Event', { exact: true }).selectOption('orders.updated');
    await expectSoon(() => field.inputValue(), placed.body.data.id);
    await dialog.getByLabel('Event', { exact: true }).selectOption('meta.updated');
    await expectSoon(() => field.inputValue(), id);
    await look(page, 'webhooks-test');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Delivered: the app answered 200').waitFor();
    await dialog.getByText('got it').waitFor();
    await expectFocusWithin(dialog);
    await look(page, 'webhooks-test-delivered');
    expect(genuine(app)).toMatchObject({
      type: 'meta.updated',
      sequence: null,
      changed: [],
      data: { type: 'meta', id, attributes: { data: { label: 'for the test' } } },
    });

    app.receiver.reply = () => ({ status: 404, body: 'no such page' });
    await dialog.getByRole('button', { name: 'Send another' }).click();
    await field.fill('01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3a');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('There is no object with this id').waitFor();
    await look(page, 'webhooks-test-refused');
    await field.fill(id);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Not delivered').waitFor();
    await dialog.getByText('The app answered 404').waitFor();
    await dialog.getByRole('link', { name: 'View delivery' }).click();
    await page.getByText('Manual test').waitFor();
    await page.getByText('no such page').waitFor();
    // A test delivery has no stored event, so it cannot be sent again.
    await expectSoon(() => button(page, 'Send again').count(), 0);
  });

  it('the test event dialog asks for no object id and sends an example for shop and installation events', async () => {
    const reply = () => ({ status: 200, body: 'got it' });
    const app = await subscribed('Sample', reply, { scopes: ['shops.get'], events: ['shops.updated'] });
    const page = await panel.open(deliveriesOf(app));
    await button(page, 'Send a test event').click();
    const dialog = page.getByRole('dialog', { name: 'Send a test event' });
    for (const type of ['shops.updated', 'installations.uninstalled']) {
      await dialog.getByLabel('Event', { exact: true }).selectOption(type);
      await dialog.getByText('The app gets an example of this event.').waitFor();
      expect(await dialog.getByLabel('Object id').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await dialog.getByText('Delivered: the app answered 200').waitFor();
      expect(genuine(app)).toMatchObject({ type, sequence: null, data: { type: type.split('.')[0] } });
      await dialog.getByRole('button', { name: 'Send another' }).click();
    }
  });

  it('the delivery page skips an event that the app repeatedly rejects, and the next event is delivered', async () => {
    let poison: number | undefined;
    const app = await subscribed('Picky', ({ body }) =>
      body.sequence === (poison ??= body.sequence!) ? 500 : 204,
    );
    await aMeta({ count: 1 });
    await app.receiver.has(1);
    await aMeta({ count: 2 });
    // Simulates two more failed attempts, which would take half a minute.
    await expectSoon(
      async () =>
        (
          await panel.query(
            `UPDATE shop.webhook_deliveries SET attempts = 3 WHERE installation_id = $1
              AND status = 'retrying' RETURNING id`,
            [app.installation],
          )
        ).length,
      1,
    );
    const page = await panel.open(deliveriesOf(app));
    await page.getByRole('link', { name: 'meta.created' }).first().click();
    await button(page, 'Skip event').click();
    const question = page.getByRole('alertdialog', { name: 'Skip this event?' });
    await question.waitFor();
    await look(page, 'webhooks-skip');
    await question.getByRole('button', { name: 'Skip event' }).click();
    await page.getByText('The event was skipped').waitFor();
    await page.getByText('Skipped', { exact: true }).waitFor();
    await expectSoon(() => button(page, 'Skip event').count(), 0);
    await app.receiver.has(2);
    expect(app.receiver.sequences.at(-1)).toBeGreaterThan(poison!);
    await page.getByRole('link', { name: 'All deliveries' }).click();
    await page.getByRole('radio', { name: 'Skipped' }).click();
    await page.waitForURL(/filter%5Bstatus%5D=skipped$/);
    await rows(page).nth(0).waitFor();
    await expectSoon(() => rows(page).count(), 1);
    await page.goto(`${panel.origin()}/admin/activity`);
    await page.getByText('An event for Picky was skipped').waitFor();
  });

  it('the home and apps screens list an app with paused webhooks, which a successful test event resumes', async () => {
    const app = await subscribed('Silent', () => 410);
    await aMeta();
    const page = await panel.open(`/admin/apps/${app.installation}/webhooks`);
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.getByText('The app answered 410').waitFor();
    await page.getByText('Events are kept until').waitFor();
    await look(page, 'webhooks-paused');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: '1 app does not receive its events' }).waitFor();
    await expectStill(page, 'webhooks-paused-home');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.getByRole('table', { name: 'Apps of this shop' }).waitFor();
    await page.getByText('An app can’t be reached: its events are waiting').waitFor();
    await expectStill(page, 'webhooks-paused-apps');

    app.receiver.reply = () => 204;
    await page.getByRole('listitem').getByRole('link', { name: 'Silent' }).click();
    await page.getByRole('link', { name: 'View deliveries' }).click();
    await button(page, 'Send a test event').click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Delivered: the app answered 204').waitFor();
    await page.getByText('The answer was empty.').waitFor();
    await button(page, 'Done').click();
    await page.getByRole('link', { name: 'Back to the app' }).click();
    await page.getByText('Up to date').waitFor();
    await navigation.getByRole('link', { name: 'Activity' }).click();
    await page.getByText('Webhooks to Silent are paused: it could not be reached').waitFor();
    await page.getByText('Webhooks to Silent are resumed').waitFor();
  });

  it('the home and apps screens resume a paused app by a retry, and ignore uninstalled apps', async () => {
    const app = await subscribed('Stuck', () => 410);
    await aMeta();
    const page = await panel.open(`/admin/apps/${app.installation}/webhooks`);
    await page.getByText('Paused', { exact: true }).waitFor();
    app.receiver.reply = () => 204;
    await button(page, 'Try now').click();
    await page.getByText('The event is sent again.').waitFor();
    await page.getByText('Up to date').waitFor();
    expect(await button(page, 'Try now').count()).toBe(0);

    const gone = await subscribed('Left', () => 410);
    await aMeta();
    await page.goto(`${panel.origin()}/admin/apps/${gone.installation}/webhooks`);
    await page.getByText('Paused', { exact: true }).waitFor();
    await api.delete(`/api/shops/${panel.shop.id}/installations/${gone.installation}`);
    await page.goto(`${panel.origin()}/admin/apps`);
    await page.getByRole('table', { name: 'Apps of this shop' }).waitFor();
    expect(await page.getByText('can’t be reached').count()).toBe(0);
  });

  it('the activity screen reports lost webhook events and webhook events that will soon expire', async () => {
    const app = await subscribed('Gone');
    const entry = (kind: string, detail: object) =>
      panel.query(
        `INSERT INTO auth.audit_entries (id, shop_id, app_id, kind, detail) VALUES ($1, $2, $3, $4, $5)`,
        [randomUUID(), panel.shop.id, app.id, kind, detail],
      );
    const since = '2026-10-20T10:00:00.000Z';
    const about = { installation_id: app.installation, failing_since: since };
    await entry('webhooks.expiring', {
      ...about,
      oldest_waiting_at: since,
      kept_until: '2026-11-19T10:00:00.000Z',
    });
    await entry('webhooks.expired', { ...about, lost: 3, first_sequence: 7, through_sequence: 12 });
    const page = await panel.open('/admin/activity?filter[kind]=webhooks.expiring,webhooks.expired');
    await page.getByText('Gone still can’t be reached: its oldest events are about to be lost').waitFor();
    await page.getByText('the first one on 19 Nov 2026, 10:00').waitFor();
    await page.getByText('Gone could not be reached for 30 days: events were lost').waitFor();
    await page.getByText('3 events, between no. 7 and no. 12').waitFor();
  });

  it('the deliveries screen shows a not-found page for an unknown app or webhook delivery', async () => {
    const app = await subscribed('Here');
    const other = await subscribed('There');
    await aMeta();
    await Promise.all([app.receiver.has(1), other.receiver.has(1)]);
    const none = '01a1fcc5-3fe7-779a-a8ee-6072ae3c5c3a';
    for (const id of [none, 'no-id']) {
      const page = await panel.open(`/admin/apps/${id}/deliveries`);
      await heading(page, 'This app does not exist here').waitFor();
      await page.goto(`${panel.origin()}${deliveriesOf(app)}/${id}`);
      await heading(page, 'This delivery does not exist').waitFor();
    }
    const page = await panel.open(deliveriesOf(app));
    const link = page.getByRole('link', { name: 'meta.created' });
    await link.waitFor();
    const path = (await link.getAttribute('href'))!;
    await page.goto(`${panel.origin()}${path.replace(app.installation, other.installation)}`);
    await heading(page, 'This delivery does not exist').waitFor();
  });

  it('the deliveries screen shows a placeholder while loading, and a retry button after a failure', async () => {
    const app = await subscribed('Slow');
    await aMeta();
    await app.receiver.has(1);
    const page = await panel.page();
    await panel.signIn(page);
    const answers = await holdAnswers(page, '**/api/webhook_*/**');
    const lists = await holdAnswers(page, '**/api/webhook_deliveries?**');
    await page.goto(`${panel.origin()}${deliveriesOf(app)}`);
    await heading(page, 'Deliveries', 2).waitFor();
    await skeleton(page).waitFor();
    await expectStill(page, 'webhooks-deliveries-loading');
    lists.fail();
    await page.getByRole('alert').waitFor();
    await expectStill(page, 'webhooks-deliveries-error');
    await lists.end();
    await button(page, 'Try again').click();
    await page.getByRole('link', { name: 'meta.created' }).click();
    await heading(page, 'Delivery').waitFor();
    await skeleton(page).waitFor();
    await expectStill(page, 'webhooks-delivery-loading');
    answers.fail();
    await page.getByRole('alert').waitFor();
    await expectStill(page, 'webhooks-delivery-error');
    await answers.end();
    await button(page, 'Try again').click();
    await heading(page, 'meta.created').waitFor();
  });

  it('the app page rotates the webhook secret and tests a webhook receiver without a tunnel', async () => {
    const app = await subscribed('Mine');
    const page = await panel.open(`/admin/developer/apps/${app.id}/webhooks`);
    const secrets = page.getByRole('table', { name: 'Webhook secrets', exact: true });
    await secrets.getByRole('rowheader', { name: 'No. 1' }).waitFor();
    await page.getByRole('link', { name: 'Deliveries in this shop' }).waitFor();
    await expectStill(page, 'webhooks-developer');
    await page.getByText('Without', { exact: true }).click();
    await page.getByRole('region', { name: 'Verify signatures' }).getByText('createHmac').waitFor();
    await button(page, 'Copy: Command').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^npx http:\/\/localhost:\d+\/downloads\/storewright-cli\.tgz listen --to/m,
    );

    await button(page, 'Rotate webhook secret').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate webhook secret' }).click();
    await page.getByRole('dialog', { name: 'The new webhook secret' }).waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    const secret = await page.getByRole('region', { name: 'Webhook secret', exact: true }).innerText();
    expect(secret).toMatch(/^whsec_/);
    await look(page, 'webhooks-new-secret');
    await button(page, 'Done').click();
    await secrets.getByRole('rowheader', { name: 'No. 2' }).waitFor();
    await aMeta();
    await app.receiver.has(1);
    // Both webhook secrets are valid for a day.
    expect(genuine(app)).toEqual(genuine({ ...app, webhookSecret: secret }));
    await page.getByRole('link', { name: 'Deliveries in this shop' }).click();
    await rows(page).getByText('Delivered').waitFor();
  });
});
