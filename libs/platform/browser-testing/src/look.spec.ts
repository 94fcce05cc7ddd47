import type { Browser, Page } from 'playwright-core';
import { launchedBrowser, look, watch, withBrowser } from '.';

withBrowser('a look at a page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchedBrowser();
  });
  afterAll(() => browser.close());

  async function aPage(content: string): Promise<Page> {
    const page = await browser.newPage();
    watch(page);
    const head = '<!doctype html><html lang="en"><head><title>Orders</title></head>';
    await page.setContent(`${head}<body><main><h1>Orders</h1>${content}</main></body></html>`);
    return page;
  }

  it('finds nothing on one that is well, and leaves it as it was', async () => {
    const page = await aPage('<p>None yet.</p>');
    const before = page.viewportSize();
    await look(page, 'browser-testing-well');
    expect(page.viewportSize()).toEqual(before);
  });

  it.each([
    ['a picture without a text', '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">', 'image-alt'],
    [
      'text that can hardly be read at night',
      '<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>None.</p>',
      'color-contrast',
    ],
    ['what is wider than a narrow window', '<div style="width: 600px">None yet.</div>', '600px'],
    ['a script that throws', '<script>throw new Error("broken")</script>', 'threw: Error: broken'],
  ])('finds %s', async (name, content, found) => {
    const page = await aPage(content);
    await expect(look(page, `browser-testing-${name.replaceAll(' ', '-')}`)).rejects.toThrow(found);
  });
});
