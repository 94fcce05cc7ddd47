import { execFileSync } from 'node:child_process';
import { HttpClient } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { expectRefused } from './apps';
import {
  expectFocus,
  expectSoon,
  expectStill,
  look,
  Panel,
  type PanelShop,
  skeleton,
  withBrowser,
} from './panel';

interface Seed {
  resource_type?: string;
  resource_id?: string;
  data?: object;
}

withBrowser('meta explorer', () => {
  let panel: Panel;
  let shop: PanelShop;
  let token: string;
  beforeAll(async () => {
    panel = await Panel.start();
    // Its owner has one shop more, so that each test can have one of its own.
  });
  beforeEach(async () => {
    shop = await panel.aShop();
    const made = await (
      await panel.api()
    ).post(`/api/shops/${shop.id}/access_tokens`, {
      data: { type: 'access_tokens', attributes: { name: 'test' } },
    });
    token = made.body.meta.token as string;
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  const api = (): HttpClient => panel.shopApi(token, shop);

  async function open(address: string): Promise<Page> {
    const page = await panel.page();
    await panel.signIn(page, panel.owner, shop.domain);
    await page.goto(panel.origin(shop.domain) + address);
    return page;
  }

  async function anObject({
    resource_type = 'orders',
    resource_id = '1001',
    data = {},
  }: Seed = {}): Promise<string> {
    const attributes = { resource_type, resource_id, data };
    const { status, body } = await api().post('/api/meta', { data: { type: 'meta', attributes } });
    expect(status).toBe(201);
    return body.data.id as string;
  }

  async function stored(
    id: string,
  ): Promise<{ data: Record<string, unknown>; text: string; version: number }> {
    const { body, text } = await api().get(`/api/meta/${id}`);
    return { data: body.data.attributes.data, text, version: body.data.meta.version };
  }

  async function change(id: string, data: object): Promise<void> {
    const attributes = { data };
    const { status } = await api().patch(`/api/meta/${id}`, { data: { type: 'meta', id, attributes } });
    expect(status).toBe(200);
  }

  const rows = (page: Page) => page.getByRole('table', { name: 'Results' }).locator('tbody tr');
  const shownIds = (page: Page) => rows(page).locator('th a').allTextContents();
  const editor = (page: Page) => page.locator('textarea[name="data"]');
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
  const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true });
  const condition = (page: Page, number: number) => page.getByRole('group', { name: `Condition ${number}` });

  async function addCondition(
    page: Page,
    number: number,
    [key, operator, type, value]: [key: string, operator: string, type?: string, value?: string],
  ): Promise<void> {
    await page.getByRole('button', { name: 'Add a condition' }).click();
    const row = condition(page, number);
    await row.getByRole('combobox', { name: 'Key', exact: true }).fill(key);
    // Leaves the field, so that its suggestions close.
    await page.keyboard.press('Tab');
    await row.getByLabel('Operator').selectOption(operator);
    if (type) await row.getByLabel('Type of the value').selectOption(type);
    if (type === 'True or false') await row.getByLabel('Value', { exact: true }).selectOption(value!);
    else if (value !== undefined) await row.getByLabel('Value', { exact: true }).fill(value);
  }

  /** Parses the displayed command as a shell would. */
  async function command(page: Page, choice?: string): Promise<Command> {
    await page.getByText('The exact request').click();
    if (choice) await page.getByRole('radio', { name: choice, exact: true }).click();
    const line = await page.getByRole('region', { name: 'curl command' }).textContent();
    return commandOf(line!, token);
  }

  describe('list of meta objects', () => {
    it('explains metadata when the list is empty', async () => {
      const page = await open('/admin/meta');
      await page.getByText('No meta data yet').waitFor();
      await look(page, 'meta-empty');
      await page.getByRole('main').getByRole('link', { name: 'New meta object' }).last().click();
      await page.getByRole('heading', { name: 'New meta object' }).waitFor();
    });

    it('searches by resource type, id and conditions, and the URL contains the whole query', async () => {
      const found = await anObject({
        data: { priority: 7, colour: 'blue', gift: true, courier: { name: 'Anna' } },
      });
      await anObject({ data: { priority: 4, colour: 'blue', gift: true, courier: 'Ben' } });
      await anObject({ data: { priority: '7', colour: 'blue', gift: true, courier: 'Ben' } });
      await anObject({ data: { priority: 8, colour: 'blue', gift: false, courier: 'Ben' } });
      await anObject({ resource_id: '1002', data: { priority: 7, colour: 'blue', gift: true, courier: 1 } });
      const newest = await anObject({ resource_type: 'products', resource_id: 'shirt-blue', data: {} });
      const page = await open('/admin/meta');
      await rows(page).first().waitFor();
      await expectSoon(async () => (await shownIds(page)).length, 6);
      expect((await shownIds(page))[0]).toBe(newest);
      await expectStill(page, 'meta-list');

      await page.getByRole('combobox', { name: 'Resource type' }).fill('orders');
      await page.getByLabel('Resource id').fill('1001');
      const heading = page.getByRole('columnheader', { name: 'Id', exact: true }).getByRole('button');
      await heading.click();
      await expectSoon(async () => (await shownIds(page)).at(-1), newest);
      await expectSoon(() => page.getByLabel('Resource id').inputValue(), '1001');
      await heading.click();
      await expectSoon(async () => (await shownIds(page))[0], newest);
      await addCondition(page, 1, ['priority', '≥ at least', 'Number', '5']);
      await addCondition(page, 2, ['colour', '= is', 'Text', 'blue']);
      await addCondition(page, 3, ['gift', '≠ is not', 'True or false', 'false']);
      await addCondition(page, 4, ['courier', 'has the key']);
      await search(page).click();
      await page.getByText('1 object', { exact: true }).waitFor();
      await expectSoon(() => shownIds(page), [found]);
      expect(new URL(page.url()).searchParams.get('filter[meta]')).toBe(
        '[{"key":"priority","operator":">=","value":5},{"key":"colour","operator":"=","value":"blue' +
          '"},{"key":"gift","operator":"!=","value":false},{"key":"courier"}]',
      );
      await look(page, 'meta-question');

      const shared = await open(new URL(page.url()).pathname + new URL(page.url()).search);
      await rows(shared).first().waitFor();
      await expectSoon(() => shownIds(shared), [found]);
      await expectSoon(() => condition(shared, 1).getByLabel('Type of the value').inputValue(), 'number');

      await rows(page).getByRole('link').first().click();
      await page.getByRole('heading', { name: 'orders 1001' }).waitFor();
      await page.getByRole('link', { name: 'Back to the results' }).click();
      await page.getByText('1 object', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByText('6 objects', { exact: true }).waitFor();
      await expectSoon(() => condition(page, 1).count(), 0);
      await page.goBack();
      await page.getByText('1 object', { exact: true }).waitFor();
      const last = condition(page, 4).getByRole('combobox', { name: 'Key', exact: true });
      await expectSoon(() => last.inputValue(), 'courier');
    });

    it('finds only values of the type that the condition selects', async () => {
      const number = await anObject({ data: { code: 5 } });
      const text = await anObject({ data: { code: '5' } });
      const page = await open('/admin/meta');
      await addCondition(page, 1, ['code', '= is', 'Text', '5']);
      await search(page).click();
      await page.getByText('1 object', { exact: true }).waitFor();
      await expectSoon(() => shownIds(page), [text]);
      await condition(page, 1).getByLabel('Type of the value').selectOption('Number');
      await search(page).click();
      await page.getByRole('link', { name: number }).waitFor();
      await expectSoon(() => shownIds(page), [number]);
    });

    it('shows error messages beside the fields of an invalid condition', async () => {
      await anObject();
      const page = await open('/admin/meta');
      await addCondition(page, 1, ['', '= is', 'Text', 'x']);
      await addCondition(page, 2, ['priority', '> greater than', 'Number', '5,5']);
      await addCondition(page, 3, ['gift', '> greater than', 'True or false', 'true']);
      await search(page).click();
      await page.getByText('Enter a key.').waitFor();
      await page.getByText('Enter a number as in JSON').waitFor();
      await page.getByText('True and false have no order').waitFor();
      await expectFocus(page.locator('[name=key-1]'));
      expect(page.url()).not.toContain('filter');
      await look(page, 'meta-question-mistakes');
    });

    it('pages through the results, and the back button returns to the previous page', async () => {
      const ids: string[] = [];
      for (let at = 0; at < 5; at += 1) ids.unshift(await anObject({ resource_id: String(at) }));
      const page = await open('/admin/meta?page[size]=2');
      await page.getByRole('link', { name: ids[0]! }).waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('link', { name: ids[2]! }).waitFor();
      await expectStill(page, 'meta-pages');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('link', { name: ids[4]! }).waitFor();
      await expectSoon(() => page.getByRole('button', { name: 'Next' }).isDisabled(), true);
      await page.getByRole('button', { name: 'Previous' }).click();
      await page.getByRole('link', { name: ids[3]! }).waitFor();
      await expectSoon(() => shownIds(page), [ids[2], ids[3]]);
      await page.reload();
      await page.getByRole('link', { name: ids[3]! }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: ids[4]! }).waitFor();
      await page.getByRole('button', { name: 'Back to the start' }).click();
      await page.getByRole('link', { name: ids[0]! }).waitFor();
      expect(new URL(page.url()).search).toBe('?page%5Bsize%5D=2');
    });

    it('shows why the API rejected the query in the URL, with a button that resets the query', async () => {
      await anObject();
      const page = await open(
        `/admin/meta?filter[meta]=${encodeURIComponent('{"key":"a","operator":"~","value":1}')}`,
      );
      await page.getByText('A condition has an operator that does not exist.').waitFor();
      await look(page, 'meta-refused');
      await page.getByRole('alert').getByRole('button', { name: 'Clear' }).click();
      await page.getByText('1 object', { exact: true }).waitFor();
      await page.goto(`${panel.origin(shop.domain)}/admin/meta?page[after]=nonsense`);
      await page.getByRole('alert').getByRole('button', { name: 'Back to the start' }).click();
      await page.getByText('1 object', { exact: true }).waitFor();
    });

    it('shows the request as a curl command that returns the same result', async () => {
      const id = await anObject({ data: { 'it\'s "5" $HOME': 'a & b' } });
      await anObject();
      const page = await open('/admin/meta');
      await addCondition(page, 1, ['it\'s "5" $HOME', '= is', 'Text', 'a & b']);
      await search(page).click();
      await page.getByText('1 object', { exact: true }).waitFor();
      const answer = await send(await command(page));
      expect([answer.status, answer.body.data.map((each: { id: string }) => each.id)]).toEqual([200, [id]]);
      expect(await page.content()).not.toContain('Bearer swa_');
      await look(page, 'meta-request');
    });

    it('shows a retry button if the API is unavailable', async () => {
      await anObject();
      const page = await open('/admin/account');
      await page.getByRole('heading', { name: 'Account' }).waitFor();
      await page.getByRole('link', { name: 'Meta data' }).hover();
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/meta?*', async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('link', { name: 'Meta data' }).click();
      await page.getByRole('heading', { name: 'Results' }).waitFor();
      await skeleton(page).waitFor();
      await look(page, 'meta-loading');
      await page.context().setOffline(true);
      answer();
      await page.getByText('The server could not be reached.').waitFor();
      await expectStill(page, 'meta-away');
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('1 object', { exact: true }).waitFor();
    });

    it('works with the keyboard alone', async () => {
      await anObject({ resource_type: 'orders', data: { colour: 'red' } });
      const blue = await anObject({ resource_type: 'products', data: { colour: 'blue' } });
      const page = await open('/admin/meta');
      await rows(page).first().waitFor();
      await page.getByRole('combobox', { name: 'Resource type' }).focus();
      await page.keyboard.type('prod');
      await page.getByRole('option', { name: 'products' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await condition(page, 1).waitFor();
      await page.keyboard.press('Shift+Tab');
      await condition(page, 1).getByRole('combobox', { name: 'Key', exact: true }).focus();
      await page.keyboard.type('colour');
      await page.keyboard.press('Escape');
      for (const step of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(step);
      await page.keyboard.type('blue');
      await page.keyboard.press('Enter');
      await page.getByText('1 object', { exact: true }).waitFor();
      await expectSoon(() => shownIds(page), [blue]);
      expect(new URL(page.url()).searchParams.get('filter[resource_type]')).toBe('products');
    });
  });

  describe('meta object page', () => {
    it('replaces the data and keeps every digit as typed', async () => {
      const id = await anObject({ data: { colour: 'blue', priority: 7, courier: 'Anna' } });
      // Sends 1e20, because the API rejects the same number written in full.
      const big = `{"data":{"type":"meta","id":"${id}","attributes":{"data":{"big":1e20}}}}`;
      expect((await api().patch(`/api/meta/${id}`, big)).text).toContain('100000000000000000000');
      const page = await open(`/admin/meta/${id}`);
      await page.getByText('Valid JSON · 4 keys').waitFor();
      await expectSoon(() => editor(page).inputValue(), expect.stringContaining('"big": 1e+20'));
      await expectStill(page, 'meta-object');
      await expectSoon(() => save(page).count(), 0);
      await editor(page).fill(
        '{\n  "colour": "green",\n  "priority": 7.10,\n  "big": 1e20,\n  "gift": true\n}',
      );
      await page.getByRole('heading', { name: 'Changes', exact: true }).waitFor();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Removed' })
        .filter({ hasText: 'courier' })
        .waitFor();
      await look(page, 'meta-object-changes');
      const request = page.waitForRequest((each) => each.method() === 'PATCH');
      await save(page).click();
      expect((await request).postData()).toBe(
        `{"data":{"type":"meta","id":"${id}","attributes":{"data":` +
          '{"colour":"green","priority":7.10,"big":1e20,"gift":true},"override":true}}}',
      );
      expect((await request).headers()['if-match']).toMatch(/^"2-/);
      await page.getByText(/^Meta data of .+ saved$/).waitFor();
      expect(await stored(id)).toMatchObject({
        data: { colour: 'green', priority: 7.1, big: 1e20, gift: true },
        version: 3,
      });
      await page.getByText('Discard changes').waitFor({ state: 'detached' });
    });

    it('in mode merge, removes keys with the value null and keeps keys that the text lacks', async () => {
      const id = await anObject({ data: { colour: 'blue', priority: 7, courier: 'Anna' } });
      const page = await open(`/admin/meta/${id}`);
      await editor(page).fill('{"colour": null, "gift": true}');
      await page.getByText('Merge', { exact: true }).click();
      await page
        .getByText('2 keys stay as they are: courier, priority')
        .or(page.getByText('2 keys stay as they are: priority, courier'))
        .waitFor();
      await page.keyboard.press('Tab');
      await editor(page).press('Control+s');
      await page.getByText(/^Meta data of .+ saved$/).waitFor();
      expect((await stored(id)).data).toEqual({ priority: 7, courier: 'Anna', gift: true });
    });

    it('reports JSON mistakes with their positions while the user types', async () => {
      const id = await anObject({ data: { a: 1 } });
      const page = await open(`/admin/meta/${id}`);
      await editor(page).fill('{\n  "a": 1,\n  "b": [1, 2,],\n  "c": 3\n}');
      await page.getByText('Line 3, column 13').waitFor();
      await page.getByText('Nothing follows this comma').waitFor();
      await look(page, 'meta-object-mistake');
      await save(page).click();
      await expectSoon(() => editor(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart), 24);
      await editor(page).fill('{"long": 12345678901234567890}');
      await page.getByText('Whole numbers go up to 9007199254740991').waitFor();
      await editor(page).fill('{"pi": 3.14159265358979323846, "pi": 3}');
      await page.getByText('will be stored as 3.141592653589793').waitFor();
      await page.getByText('The key “pi” appears twice').waitFor();
      await look(page, 'meta-object-warnings');
      expect((await stored(id)).version).toBe(1);
    });

    it('aligns each line of a long object with its syntax colors, and jumps to a distant mistake', async () => {
      const words = {
        words: 'some words of a text '.repeat(12),
        one: 'x'.repeat(300),
        more: '😀 é 漢字 '.repeat(20),
      };
      const data = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`key ${at}`, words]));
      const id = await anObject({ data });
      const page = await open(`/admin/meta/${id}`);
      await editor(page).waitFor();
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        const fits = () => editor(page).evaluate((area) => area.scrollHeight === area.clientHeight);
        await expectSoon(async () => [width, await fits()], [width, true]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await editor(page).fill((await editor(page).inputValue()).replace(/}\s*}$/, '},\n}'));
      const mistake = page.getByRole('button', { name: /^Line 301, column / });
      await editor(page).press('Control+Home');
      await mistake.click();
      const line = editor(page).locator('xpath=preceding-sibling::div[1]/div[301]');
      await expectSoon(
        () => line.evaluate((each) => each.getBoundingClientRect().bottom <= window.innerHeight),
        true,
      );
      // Deletes the comma at the caret.
      await page.keyboard.press('Delete');
      await page.getByText('Valid JSON · 60 keys').waitFor();
    });

    it('shows an API error at the line of the rejected value and keeps the input', async () => {
      const id = await anObject({ data: { a: 1 } });
      const page = await open(`/admin/meta/${id}`);
      const text = `{\n  "a": 1,\n  "b": {\n    "c": "\\u0000"\n  },\n  "${'k'.repeat(256)}": 1\n}`;
      await editor(page).fill(text);
      await save(page).click();
      await page.getByText('This text holds a character that can’t be stored').waitFor();
      await page.getByText('Line 4, column 5').waitFor();
      await page.getByText('Line 6, column 3').waitFor();
      await expectSoon(() => editor(page).inputValue(), text);
      await look(page, 'meta-object-refused');
      await editor(page).fill('{"a": 2}');
      await page.getByText('This text holds a character that can’t be stored').waitFor({ state: 'detached' });
    });

    it('shows another user’s change beside the input, and combines the change with the input', async () => {
      const id = await anObject({ data: { colour: 'blue', priority: 7, courier: 'Anna' } });
      const page = await open(`/admin/meta/${id}`);
      await editor(page).fill('{"colour": "green", "priority": 7, "courier": "Anna"}');
      await change(id, { priority: 8, courier: null, gift: true });
      await save(page).click();
      await page.getByText('Somebody changed this while you were editing').waitFor();
      await expectSoon(
        () => editor(page).inputValue(),
        '{"colour": "green", "priority": 7, "courier": "Anna"}',
      );
      await page.getByRole('region', { name: 'Stored now' }).getByText('"gift": true').waitFor();
      expect((await stored(id)).version).toBe(2);
      await look(page, 'meta-object-conflict');
      await page.getByRole('button', { name: 'Combine both' }).click();
      await expectSoon(async () => JSON.parse(await editor(page).inputValue()), {
        colour: 'green',
        priority: 8,
        gift: true,
      });
      await save(page).click();
      await page.getByText(/^Meta data of .+ saved$/).waitFor();
      expect(await stored(id)).toMatchObject({
        data: { colour: 'green', priority: 8, gift: true },
        version: 3,
      });
    });

    it('lets the user adopt another user’s version and restore the input, or overwrite that version', async () => {
      const id = await anObject({ data: { colour: 'blue' } });
      const page = await open(`/admin/meta/${id}`);
      const mine = '{"colour": "green"}';
      await editor(page).fill(mine);
      await change(id, { colour: 'red' });
      await save(page).click();
      await page.getByRole('button', { name: 'Use theirs' }).click();
      await expectSoon(() => editor(page).inputValue(), '{\n  "colour": "red"\n}');
      await look(page, 'meta-object-aside');
      await page.getByRole('button', { name: 'Restore' }).click();
      await expectSoon(() => editor(page).inputValue(), mine);
      await change(id, { colour: 'black' });
      await save(page).click();
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByRole('listitem').filter({ hasText: '"black"' }).waitFor();
      await save(page).click();
      await page.getByText(/^Meta data of .+ saved$/).waitFor();
      expect((await stored(id)).data).toEqual({ colour: 'green' });
    });

    it('recreates an object from the input after another user has deleted the object', async () => {
      const id = await anObject({ resource_id: '77', data: { a: 1 } });
      const page = await open(`/admin/meta/${id}`);
      await editor(page).fill('{"a": 2}');
      await api().delete(`/api/meta/${id}`);
      await save(page).click();
      await page.getByText('Somebody deleted this while you were editing').waitFor();
      await look(page, 'meta-object-gone');
      await page.getByRole('button', { name: 'Create again' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(id));
      const next = page.url().split('/').at(-1)!;
      expect((await stored(next)).data).toEqual({ a: 2 });
    });

    it('keeps the input when the session expires', async () => {
      const id = await anObject({ data: { a: 1 } });
      const page = await open(`/admin/meta/${id}`);
      const read = page.waitForRequest((each) => each.url().includes('/api/meta/'));
      await page.reload();
      const used = (await read).headers()['authorization']!.replace('Bearer ', '');
      await editor(page).fill('{"a": 2.50}');
      await panel.endSessions();
      // SQL deletes the token without a notification, so the API still accepts the cached token for a moment.
      await expectRefused(panel.shopApi(used, shop), `/api/meta/${id}`);
      await save(page).click();
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
      await look(page, 'meta-object-session');
      await page.getByLabel('Password', { exact: true }).fill(panel.owner.password);
      await page.keyboard.press('Enter');
      await page.getByText(/^Meta data of .+ saved$/).waitFor();
      expect((await stored(id)).data).toEqual({ a: 2.5 });
    });

    it('restores the input when the user returns from another screen', async () => {
      const id = await anObject({ data: { a: 1 } });
      const page = await open('/admin/meta');
      await page.getByRole('link', { name: id }).click();
      await editor(page).fill('{"a": 3}');
      await page.goBack();
      await page.getByRole('button', { name: 'Leave page' }).click();
      await page.getByRole('link', { name: id }).click();
      await page.getByText('Your unsaved changes were restored').waitFor();
      await expectSoon(() => editor(page).inputValue(), '{"a": 3}');
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await expectSoon(() => editor(page).inputValue(), '{\n  "a": 1\n}');
    });

    it('deletes the visible version of the object after a confirmation', async () => {
      const id = await anObject({ resource_id: '5', data: { a: 1 } });
      const page = await open('/admin/meta?filter[resource_id]=5');
      await page.getByRole('link', { name: id }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
      await look(page, 'meta-delete');
      await change(id, { a: 2 });
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
      await page.getByText('Not deleted').waitFor();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await expectSoon(() => editor(page).inputValue(), '{\n  "a": 2\n}');
      await look(page, 'meta-delete-newer');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No results').waitFor();
      expect(new URL(page.url()).searchParams.get('filter[resource_id]')).toBe('5');
      await look(page, 'meta-none');
      expect((await api().get(`/api/meta/${id}`)).status).toBe(404);
    });

    it('shows curl commands that read, change and delete the object', async () => {
      const id = await anObject({ data: { a: 1 } });
      const page = await open(`/admin/meta/${id}`);
      await editor(page).fill(`{\n  "it's": "$HOME \`id\`",\n  "n": 1.50\n}`);
      expect((await send(await command(page))).body.data.id).toBe(id);
      await page.getByText('The exact request').click();
      const change = await command(page, 'Save');
      expect(change.body).toContain('"n":1.50');
      await look(page, 'meta-object-request');
      expect((await send(change)).status).toBe(200);
      expect((await stored(id)).data).toEqual({ "it's": '$HOME `id`', n: 1.5 });
      // The command changes only the displayed version and no newer version.
      expect((await send(change)).status).toBe(412);
    });

    it('reports that a meta object does not exist', async () => {
      const page = await open('/admin/meta/01a1fcc5-393f-732d-aa40-7da770494982');
      await page.getByText('This meta object does not exist').waitFor();
      await look(page, 'meta-object-missing');
      await page.getByRole('link', { name: 'All meta data' }).click();
      await page.getByText('No meta data yet').waitFor();
    });

    it('reports an unavailable API and keeps the input', async () => {
      const id = await anObject({ data: { a: 1 } });
      const page = await open(`/admin/meta/${id}`);
      await editor(page).fill('{"a": 2}');
      await page.context().setOffline(true);
      await save(page).click();
      await page.getByText('The server could not be reached.').waitFor();
      await expectSoon(() => editor(page).inputValue(), '{"a": 2}');
      await page.context().setOffline(false);
      await save(page).click();
      await page.getByText(/^Meta data of .+ saved$/).waitFor();
    });
  });

  describe('form for a new meta object', () => {
    it('is prefilled from the last search and shows missing input beside the field', async () => {
      const page = await open('/admin/meta?filter[resource_type]=orders');
      await page.getByRole('link', { name: 'New meta object' }).first().click();
      await page.getByRole('heading', { name: 'New meta object' }).waitFor();
      await expectSoon(() => page.getByLabel('Resource type').inputValue(), 'orders');
      await expectStill(page, 'meta-new');
      await page.getByLabel('Resource type').fill('o'.repeat(65));
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Enter a resource id.').waitFor();
      await page.getByLabel('Resource id').fill('1001');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Enter a type of at most 64 characters.').waitFor();
      await look(page, 'meta-new-mistakes');
      await page.getByLabel('Resource type').fill('orders');
      await editor(page).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('{');
      await page.keyboard.press('Enter');
      await page.keyboard.type('"gift": true, "n": 0.10');
      await page.keyboard.press('Enter');
      await page.keyboard.type('}');
      await expectSoon(() => editor(page).inputValue(), '{\n  "gift": true, "n": 0.10\n  }');
      await page.getByRole('button', { name: 'Format', exact: true }).click();
      await expectSoon(() => editor(page).inputValue(), '{\n  "gift": true,\n  "n": 0.10\n}');
      const create = await command(page);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'orders 1001' }).waitFor();
      expect((await stored(page.url().split('/').at(-1)!)).data).toEqual({ gift: true, n: 0.1 });
      const again = await send(create);
      expect([again.status, again.body.data.attributes.data]).toEqual([201, { gift: true, n: 0.1 }]);
    });
  });
});

interface Command {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string;
}

/** Parses a curl command with `-X`, `-H`, `-d`, `-g` and a URL into the request that curl would send. */
function commandOf(line: string, token: string): Command {
  const script = `curl() { printf '%s\\0' "$@"; }; ${line}`;
  const words = execFileSync('/bin/sh', ['-c', script], {
    encoding: 'utf8',
    env: { ACCESS_TOKEN: token, HOME: '/home' },
  }).split('\0');
  const command: Command = { method: 'GET', url: new URL('about:blank'), headers: {} };
  for (let word = words.shift(); word; word = words.shift()) {
    if (word === '-X') command.method = words.shift()!;
    else if (word === '-d') command.body = words.shift()!;
    else if (word === '-H') {
      const [name, value] = words.shift()!.split(/: (.*)/s);
      command.headers[name!.toLowerCase()] = value!;
    } else if (word !== '-g') command.url = new URL(word);
  }
  return command;
}

function send({ method, url, headers, body }: Command): ReturnType<HttpClient['send']> {
  const client = new HttpClient(Number(url.port), url.hostname);
  return client.send(method, url.pathname + url.search, { headers, ...(body === undefined ? {} : { body }) });
}
