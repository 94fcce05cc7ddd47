import { randomUUID } from 'node:crypto';
import { type HttpClient, type Response, until } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { expectSoon, expectStill, look, type Owner, Panel, withBrowser } from './panel';

withBrowser('People screen', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const place = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

  it('an invited member gets exactly the selected permissions', async () => {
    const email = `bea@${panel.shop.domain}.example`;
    const page = await panel.open('/admin/settings/people');
    await heading(page, 'People').waitFor();
    await button(page, 'Invite person').click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await button(page, 'Send invitation').click();
    await page.getByText('Select at least one.').waitFor();
    // The panel names the additional resources of an area before the user selects the area.
    await page.getByText('Also sees: customers, products and stock', { exact: true }).waitFor();
    await page.getByText('Products and stock', { exact: true }).click();
    await look(page, 'people-invite');
    await button(page, 'Send invitation').click();
    await page.getByRole('table', { name: 'Pending invitations' }).getByText(email).waitFor();
    await expectStill(page, 'people');

    const link = await panel.linkTo(email);
    const theirs = await panel.page();
    await theirs.goto(link);
    await heading(theirs, 'Join Demo Shop').waitFor();
    await look(theirs, 'invitation');
    await theirs.getByLabel('Your name').fill('Bea');
    await theirs.getByLabel('New password').fill('wandering kettle under seven bridges');
    await button(theirs, 'Create account and join').click();
    await place(theirs, 'Products').waitFor();
    expect(await place(theirs, 'Orders').count()).toBe(0);
    expect(await place(theirs, 'API access').count()).toBe(0);
    await place(theirs, 'Products').click();
    await button(theirs, 'Add product').waitFor();
    await theirs.goto(`${panel.origin()}/admin/settings/api-access`);
    await heading(theirs, 'You do not have access to this page').waitFor();
    await theirs.getByText('Your role is Staff.').waitFor();
    await look(theirs, 'people-not-allowed');

    const scanner = await panel.page();
    await scanner.goto(link);
    await heading(scanner, 'This invitation does not work anymore').waitFor();
    await expectStill(scanner, 'invitation-dead');
  });

  /** A member of the shop with the role. */
  async function aMember(
    role: 'administrator' | 'read_only',
    called: string = role,
  ): Promise<{ person: Owner; id: string }> {
    const person = await panel.anOwner(`${called}@${panel.shop.domain}.example`);
    const [row] = await panel.query(
      `INSERT INTO auth.members (shop_id, owner_id, role)
       SELECT $1, id, $2 FROM auth.owners WHERE email = $3 RETURNING owner_id`,
      [panel.shop.id, role, person.email],
    );
    return { person, id: row!['owner_id'] as string };
  }

  it('an open screen hides actions after the role of the signed-in user loses permissions', async () => {
    const { person, id } = await aMember('administrator');
    const owners = await panel.api();
    const shop = `/api/shops/${panel.shop.id}`;
    const tokenOf = async (api: HttpClient): Promise<string> =>
      (await api.post(`${shop}/session_tokens`, '')).body.data.attributes.token as string;
    const theirs = await panel.api(person);
    /** Changes the member and waits until the shop API applies the change. */
    const meanwhile = async (change: (path: string) => Promise<Response>): Promise<void> => {
      const shopApi = panel.shopApi(await tokenOf(theirs));
      expect((await change(`${shop}/members/${id}`)).status).toBeLessThan(300);
      await until('their tokens end', async () => (await shopApi.get('/api/orders')).status === 401);
    };
    const become = (attributes: object) =>
      meanwhile((path) => owners.patch(path, { data: { type: 'members', id, attributes } }));

    const page = await panel.open('/admin/products', person);
    await button(page, 'Add product').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title', { exact: true }).fill('Mug');
    await become({ role: 'staff', areas: ['activity'] });
    await dialog.getByRole('button', { name: 'Add product' }).click();
    await page.getByText('Your role in this shop has changed: Staff').waitFor();
    await heading(page, 'You do not have access to this page').waitFor();
    await place(page, 'Activity').waitFor();
    expect(await place(page, 'Products').count()).toBe(0);

    await become({ role: 'read_only', areas: null });
    const made = await panel
      .shopApi(await tokenOf(owners))
      .post('/api/products', { data: { type: 'products', attributes: { title: 'Mug' } } });
    await page.goto(`${panel.origin()}/admin/products/${made.body.data.id}`);
    await heading(page, 'Mug').waitFor();
    await page.getByRole('definition').getByText('Mug', { exact: true }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await look(page, 'product-read-only');
    await page.getByRole('link', { name: 'All products' }).click();
    await page.getByRole('table').getByRole('link', { name: 'Mug' }).waitFor();
    // No bulk action is allowed, so no row can be selected.
    expect(await page.getByRole('checkbox').count()).toBe(0);

    // Both APIs then reject the requests of these screens.
    for (const next of ['Customers', 'Activity']) {
      await panel.query(
        `INSERT INTO auth.members (shop_id, owner_id, role) VALUES ($1, $2, 'read_only') ON CONFLICT DO NOTHING`,
        [panel.shop.id, id],
      );
      await page.goto(`${panel.origin()}/admin/products`);
      await page.getByRole('table').getByRole('link', { name: 'Mug' }).waitFor();
      await meanwhile((path) => owners.delete(path));
      await place(page, next).click();
      await heading(page, 'You are not a member of this shop').waitFor();
    }
  });

  it('access to orders includes customers and products, and People lists scopes outside all areas', async () => {
    const { person, id } = await aMember('read_only', 'clerk');
    const owners = await panel.api();
    const data = { type: 'members', id, attributes: { role: 'staff', areas: ['orders'] } };
    expect((await owners.patch(`/api/shops/${panel.shop.id}/members/${id}`, { data })).status).toBe(200);
    const theirs = await panel.open('/admin/orders', person);
    for (const there of ['Orders', 'Products', 'Customers']) await place(theirs, there).waitFor();
    for (const absent of ['Codes', 'Meta data']) expect(await place(theirs, absent).count()).toBe(0);

    await panel.query(
      `UPDATE auth.members SET scopes = scopes || '{codes.get}'::text[] WHERE shop_id = $1 AND owner_id = $2`,
      [panel.shop.id, id],
    );
    const page = await panel.open('/admin/settings/people');
    const row = page
      .getByRole('table', { name: 'Members' })
      .getByRole('row')
      .filter({ hasText: person.email });
    await row.getByText('Staff: Orders', { exact: true }).waitFor();
    await row.getByText('Also sees: customers, products and stock, codes', { exact: true }).waitFor();
    await look(page, 'people-besides');

    // A role of the shop replaces the selected areas, and appears in the member's row.
    await button(page, 'Add role').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Packer');
    await dialog.getByText('Orders', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('table', { name: 'Roles of this shop' }).getByText('Packer').waitFor();
    await row.getByRole('button', { name: /^Change role of/ }).click();
    await dialog.getByText('Packer', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Packer: Orders', { exact: true }).waitFor();
    await look(page, 'people-roles');
    await panel.query('DELETE FROM auth.members WHERE shop_id = $1 AND owner_id = $2', [panel.shop.id, id]);
  });

  it('the shop switcher opens another shop without a new sign-in, and signing out signs out of all shops', async () => {
    const others: string[] = [];
    for (const name of ['Café Öl', 'North', 'South', 'East', 'West'])
      others.push((await panel.aShop(undefined, name)).domain);
    const [cafe] = others;
    const page = await panel.open('/admin/');
    const switcher = (name: string) =>
      page.getByRole('button', { name: new RegExp(`^${name}.*Switch shop$`) });
    await switcher('Demo Shop').waitFor();
    await page.keyboard.press('s');
    const search = page.getByRole('searchbox', { name: 'Search your shops' });
    await search.fill('cafe');
    await page.getByRole('menuitemradio', { name: /^Café Öl/ }).waitFor();
    await expectSoon(() => page.getByRole('menuitemradio').count(), 1);
    await look(page, 'shop-switcher');
    // Sending a session transfer to another panel requires a recent step-up.
    await panel.ageSignIns(11);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const proof = page.getByRole('dialog', { name: 'Confirm access' });
    await proof.getByLabel('Password', { exact: true }).fill(panel.owner.password);
    await page.keyboard.press('Enter');
    await switcher('Café Öl').waitFor();
    expect(new URL(page.url()).origin).toBe(panel.origin(cafe));
    // A URL of the other shop opens it. An unrequested transfer token in the URL fragment has no effect.
    await page.goto(`${panel.origin(cafe)}/admin/account`);
    await heading(page, 'Account').waitFor();
    const stranger = await panel.page();
    await stranger.goto(`${panel.origin(cafe)}/admin/switch#swt_0.1`);
    await heading(stranger, 'Sign in').waitFor();

    // The panel continues with the new shop.
    await switcher('Café Öl').click();
    await button(page, 'Create shop').click();
    const dialog = page.getByRole('dialog', { name: 'Create a shop' });
    await dialog.getByLabel('Name').fill('Łopata');
    await expectSoon(() => dialog.getByLabel('Address').inputValue(), 'lopata');
    await dialog.getByLabel('Name').fill(`Öl ${panel.shop.domain}`);
    expect(await dialog.getByLabel('Address').inputValue()).toBe(`ol-${panel.shop.domain}`);
    const currency = dialog.getByLabel('Default currency');
    expect(await currency.inputValue()).toBe('EUR');
    await currency.selectOption('SEK');
    await dialog.getByLabel('Address').fill(cafe!);
    await dialog.getByRole('button', { name: 'Create shop' }).click();
    await dialog.getByText('This exists already. Enter another value.').waitFor();
    await look(page, 'create-shop');
    await dialog.getByLabel('Address').fill(`ol-${panel.shop.domain}`);
    await dialog.getByRole('button', { name: 'Create shop' }).click();
    await switcher(`Öl ${panel.shop.domain}`).waitFor();
    expect(new URL(page.url()).origin).toBe(panel.origin(`ol-${panel.shop.domain}`));
    await page.goto(`${panel.origin(`ol-${panel.shop.domain}`)}/admin/settings/general`);
    await expectSoon(() => page.getByLabel('Default currency').inputValue(), 'SEK');

    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in').waitFor();
    await page.goto(`${panel.origin()}/admin/`);
    await heading(page, 'Sign in').waitFor();
  });

  it('a member who cannot install apps gets an explanation, and can leave the shop', async () => {
    const { person } = await aMember('read_only');
    const page = await panel.open(`/admin/oauth/${randomUUID()}`, person);
    await heading(page, 'You do not have access to this page').waitFor();
    await page.getByText('Your role is Read only.').waitFor();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await place(page, 'People').click();
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Leave shop' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave this shop?' });
    await dialog.getByRole('button', { name: 'Leave shop' }).click();
    await heading(page, 'You are not a member of this shop').waitFor();
  });
});
