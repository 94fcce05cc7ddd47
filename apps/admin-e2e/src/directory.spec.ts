import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aPng, type HttpClient } from '@storewright/testing';
import { anApp } from './apps';
import { expectSoon, look, Panel, withBrowser } from './panel';

withBrowser('app directory', () => {
  let panel: Panel;
  let api: HttpClient;
  let server: Server;
  /** Content of the verification file, which proves control of the domain. */
  let proof: string;
  beforeAll(async () => {
    panel = await Panel.start();
    api = await panel.api();
    server = createServer((_, response) => response.end(proof));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => panel.closePages());
  afterAll(async () => {
    server.close();
    await panel.stop();
  });

  it('a developer submits an app directory listing, and the approved listing leads to the grant screen', async () => {
    const app = await anApp(api, { name: 'Parcels', scopes: ['meta.get'] });
    const page = await panel.open(`/admin/developer/apps/${app.id}/listing`);
    await page.getByText('Still missing:').waitFor();
    await page.getByRole('textbox', { name: 'Tagline' }).fill('Prints labels for parcels');
    await page.getByRole('textbox', { name: 'Description' }).fill('Prints labels.\n\nFor every carrier.');
    await page.getByText('Orders and shipping', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Support address' }).fill('https://labels.example/support');
    await page
      .getByRole('textbox', { name: 'Address of the privacy policy' })
      .fill('https://labels.example/p');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Listing of .+ saved$/).waitFor();
    const shot = { name: 'shot.png', mimeType: 'image/png', buffer: aPng(640, 400) };
    await page.locator('input[type=file]').setInputFiles(shot);
    await page.getByRole('button', { name: 'Remove screenshot 1' }).waitFor();
    const second = { ...shot, buffer: aPng(800, 500) };
    await page.locator('input[type=file]').setInputFiles(second);
    const sources = () =>
      page
        .getByRole('img', { name: /^Screenshot \d of Parcels$/ })
        .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    // The editor and the preview each show both screenshots.
    await expectSoon(async () => (await sources()).length, 4);
    const shots = await sources();
    await page.getByRole('button', { name: 'Move forward: screenshot 2' }).click();
    await expectSoon(sources, shots.toReversed());
    await page.getByRole('textbox', { name: 'Domain' }).fill(`localhost:${port()}`);
    await page.getByRole('button', { name: 'Add domain' }).click();
    proof = await page.getByText(/^storewright-domain=/).innerText();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Verified', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByText('A version is waiting for its review').waitFor();
    await look(page, 'listing-submitted');

    await panel.operator('approve-listing', '--app', app.id);
    const other = await panel.anOwner('directory@shops.example');
    const shop = await panel.aShop('directory-shop', 'Directory Shop', other);
    const visitor = await panel.page();
    await panel.signIn(visitor, other, shop.domain);
    await visitor.goto(`${panel.origin(shop.domain)}/admin/apps`);
    await visitor.getByRole('link', { name: 'Install app' }).first().click();
    await visitor.getByRole('searchbox', { name: 'Search apps' }).fill('parcels');
    const card = visitor.getByRole('listitem').filter({ hasText: 'Parcels' });
    await card.getByText(`Verified: localhost:${port()}`).waitFor();
    await card.getByText('Not installed in any shop yet').waitFor();
    await look(visitor, 'directory');
    await card.getByRole('link', { name: 'Parcels' }).click();
    await visitor.getByRole('img', { name: 'Screenshot 1 of Parcels' }).waitFor();
    await visitor.getByText('Read single meta objects').waitFor();
    await visitor.getByText('First version with 1 permission').waitFor();
    await look(visitor, 'directory-app');
    await api.patch(`/api/apps/${app.id}`, {
      data: { type: 'apps', id: app.id, attributes: { scopes: ['meta.get', 'meta.delete'] } },
    });
    await visitor.getByRole('link', { name: 'Install', exact: true }).click();
    await visitor.getByRole('heading', { name: 'Install “Parcels”?' }).waitFor();
    // A reload loads only the texts of this screen.
    await visitor.reload();
    await visitor.getByText('One permission was not reviewed').waitFor();
    const marked = visitor.getByRole('listitem').filter({ hasText: 'Not reviewed by the operator' });
    await expectSoon(() => marked.count(), 1);
    expect(await marked.innerText()).toContain('Delete meta data');
  });

  const port = () => (server.address() as AddressInfo).port;
});
