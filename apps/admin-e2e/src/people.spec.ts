import { until } from '@storewright/testing';
import type { Page } from 'playwright-core';
import { look, Panel, withBrowser } from './panel';

withBrowser('People', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await Panel.start();
  });
  afterEach(() => panel.closePages());
  afterAll(() => panel.stop());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const place = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

  async function linkFor(email: string): Promise<string> {
    await until('the mail is there', async () => Promise.resolve(panel.mailsTo(email).length > 0));
    return /http\S+/.exec(panel.mailsTo(email).at(-1)!)![0];
  }

  it('an owner invites somebody new, who comes in with what was ticked, and no more', async () => {
    const email = `bea@${panel.shop.domain}.example`;
    const page = await panel.open('/admin/settings/people');
    await heading(page, 'People').waitFor();
    await button(page, 'Invite person').click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await button(page, 'Send invitation').click();
    await page.getByText('Tick at least one.').waitFor();
    await page.getByText('Products and stock').click();
    await look(page, 'people-invite');
    await button(page, 'Send invitation').click();
    await page.getByRole('table', { name: 'Pending invitations' }).getByText(email).waitFor();
    await look(page, 'people');

    const link = await linkFor(email);
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
    await heading(scanner, 'This invitation does not work any more').waitFor();
    await look(scanner, 'invitation-dead');
  });
});
