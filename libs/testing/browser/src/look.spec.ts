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
    [
      'what goes on moving where less motion is wanted',
      '<style>@keyframes turn { to { rotate: 1turn } } p { animation: turn 1s infinite }</style><p>None.</p>',
      'endless',
    ],
    ['a script that throws', '<script>throw new Error("broken")</script>', 'threw: Error: broken'],
  ])('finds %s', async (name, content, found) => {
    const page = await aPage(content);
    await expect(look(page, `browser-testing-${name.replaceAll(' ', '-')}`)).rejects.toThrow(found);
  });

  it('finds what pushes the rest of the page down by itself, but not what a press does, however late', async () => {
    const page = await aPage('<div></div><p style="height: 400px">None yet.</p>');
    const moved = (shown: Page) =>
      shown.evaluate(
        () =>
          new Promise<boolean>((done) => {
            const box = document.querySelector('div')!;
            new PerformanceObserver((list) =>
              done(
                list
                  .getEntries()
                  .some((each) => !(each as unknown as { hadRecentInput: boolean }).hadRecentInput),
              ),
            ).observe({ type: 'layout-shift' });
            requestAnimationFrame(() =>
              requestAnimationFrame(() => (box.style.height = box.style.height === '' ? '300px' : '')),
            );
          }),
      );
    // For half a second a new window counts as somebody's doing.
    while (!(await moved(page)));
    await expect(look(page, 'browser-testing-moved')).rejects.toThrow('None yet.');

    const other = await aPage('<button>Save</button><div></div><p style="height: 400px">None yet.</p>');
    await other.getByRole('button').click();
    while (!(await moved(other)));
    await look(other, 'browser-testing-pressed');
  });
});
