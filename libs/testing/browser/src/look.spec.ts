import type { Browser, Page } from 'playwright-core';
import { clipped, launchedBrowser, look, watch, withBrowser } from '.';

withBrowser('look', () => {
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

  it('look() accepts a page without faults and leaves the page unchanged', async () => {
    const page = await aPage('<p>None yet.</p>');
    const before = page.viewportSize();
    await look(page, 'browser-testing-well');
    expect(page.viewportSize()).toEqual(before);
  });

  it.each([
    [
      'an image without a text alternative',
      '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
      'image-alt',
    ],
    [
      'text with too little contrast in the dark theme',
      '<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>None.</p>',
      'color-contrast',
    ],
    ['content wider than a narrow window', '<div style="width: 600px">None yet.</div>', '600px'],
    [
      'an endless animation despite reduced motion',
      '<style>@keyframes turn { to { rotate: 1turn } } p { animation: turn 1s infinite }</style><p>None.</p>',
      'endless',
    ],
    ['a script that throws', '<script>throw new Error("broken")</script>', 'threw: Error: broken'],
  ])('look() rejects %s', async (name, content, found) => {
    const page = await aPage(content);
    await expect(look(page, `browser-testing-${name.replaceAll(' ', '-')}`)).rejects.toThrow(found);
  });

  it.each([
    [
      'content that hidden overflow cuts off',
      '<div style="overflow: hidden; width: 90px">',
      /^cut off at 90/,
    ],
    ['a button narrower than its text', '<div style="display: grid; width: 40px">', /^sticks out by/],
    ['an element outside the window', '<div style="margin-left: 1270px">', /^outside the window/],
  ])('clipped() reports %s unless the content is in a scroll area', async (_name, box, problem) => {
    const button = '<button style="min-width: 0; white-space: nowrap">Mark as paid and fulfilled</button>';
    const page = await aPage(`${box}${button}</div>`);
    expect(await clipped(page)).toContainEqual(expect.stringMatching(problem));
    const wide = '<div style="overflow-x: auto; width: 300px"><div style="width: 2000px">';
    const other = await aPage(`${wide}${button}</div></div>`);
    expect(await clipped(other)).toEqual([]);
  });

  it('expectStill() rejects a layout shift without user input, and accepts a layout shift after a click', async () => {
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
    // The browser attributes shifts within half a second after a resize to the resize.
    while (!(await moved(page)));
    await expect(look(page, 'browser-testing-moved')).rejects.toThrow('None yet.');

    const other = await aPage('<button>Save</button><div></div><p style="height: 400px">None yet.</p>');
    await other.getByRole('button').click();
    while (!(await moved(other)));
    await look(other, 'browser-testing-pressed');
  });
});
