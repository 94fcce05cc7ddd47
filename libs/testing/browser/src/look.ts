import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { painted } from './painted';
import { saveScreenshot } from './screenshots';
import { problemsOf } from './watch';

export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const looks = [
  { width: 1440, height: 900, colorScheme: 'light', runsAxe: false },
  { width: 360, height: 740, colorScheme: 'dark', runsAxe: true },
] as const;

/** Maximum cumulative layout shift. Web Vitals rates values up to 0.1 as good. */
const MAX_SHIFT = 0.1;

/**
 * Checks the current page at 1,440 px in the light theme and at 360 px in the dark theme. No content may be
 * wider than the window, and no animation may be endless with reduced motion. At 360 px axe must find no
 * violation of WCAG 2.2 A and AA. `survey` checks the colors of the light theme. Also fails if the layout
 * shifted or the page reported a problem since the previous check.
 *
 * @param name prefix of the screenshots `<name>-<width>-<scheme>.png` in dist/screenshots. A failed check
 * saves a screenshot. With SCREENSHOTS=1, every check saves a screenshot.
 */
export async function look(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  await expectStill(page, name);
  for (const { colorScheme, width, height, runsAxe } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await painted(page);
    const at = `${name}-${width}-${colorScheme}`;
    const found = {
      tooWide: await tooWide(page),
      endless: await endless(page),
      violations: runsAxe ? await violations(page) : [],
    };
    const isFaulty = Object.values(found).some(({ length }) => length > 0);
    if (isFaulty || process.env['SCREENSHOTS']) await saveScreenshot(page, at);
    expect({ at, ...found }).toEqual({ at, tooWide: [], endless: [], violations: [] });
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await painted(page);
  expect(problemsOf(page)).toEqual([]);
}

/**
 * Fails if the page reported a problem, or if its layout shifted without user input after the page loaded.
 * Ignores shifts after a resize or a click, because a response can take longer than the half second that the
 * browser itself excludes.
 */
export async function expectStill(page: Page, name: string): Promise<void> {
  const moved = await page.evaluate(() => {
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    const observer = new PerformanceObserver(() => undefined);
    for (const type of ['layout-shift', 'first-input']) observer.observe({ type, buffered: true });
    const entries = observer.takeRecords();
    observer.disconnect();
    const pressedAt = entries.find(({ entryType }) => entryType === 'first-input')?.startTime ?? Infinity;
    const shifts = entries.filter(
      ({ entryType }) => entryType === 'layout-shift',
    ) as unknown as LayoutShift[];
    return shifts
      .filter(({ hadRecentInput, startTime }) => !hadRecentInput && startTime < pressedAt)
      .map(({ value, sources }) => ({
        value,
        what: sources.map(
          ({ node, previousRect, currentRect }) =>
            `${(node instanceof Element ? node.outerHTML : (node?.textContent ?? 'gone')).slice(0, 90)}: ${place(previousRect)} → ${place(currentRect)}`,
        ),
      }));
  });
  const known = looked.get(page) ?? 0;
  // Reloading a page resets its list of layout shifts.
  const since = moved.length < known ? moved : moved.slice(known);
  looked.set(page, moved.length);
  const sum = since.reduce((all, { value }) => all + value, 0);
  expect(sum > MAX_SHIFT ? { name, sum, moved: since } : name).toBe(name);
  expect({ name, problems: problemsOf(page) }).toEqual({ name, problems: [] });
}

const looked = new WeakMap<Page, number>();

/** Entry of the Layout Instability API, which TypeScript does not declare. */
interface LayoutShift {
  value: number;
  startTime: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const script = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the accessibility violations that axe finds, each with its elements. `rules` limits the check to
 * the given axe rules.
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await run(page, script);
  // Returns only the violations from the browser, because the list of passed axe rules is a hundred times as
  // large.
  const found = await page.evaluate(
    async (options) =>
      (await (window as unknown as { axe: typeof axe }).axe.run(document, options)).violations,
    {
      runOnly: rules ? { type: 'rule' as const, values: [...rules] } : everything,
      resultTypes: ['violations' as const],
      // Disables axe's preload of media files and style sheets, because no enabled rule reads them.
      preload: false,
    },
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html} ${failureSummary ?? ''}`),
  );
}

/**
 * Runs an expression over the Chrome DevTools protocol, so that the browser compiles axe once for all pages.
 * `page.evaluate` would compile it for each page.
 */
async function run(page: Page, expression: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // Keeps the Chrome DevTools session attached. Detaching the session would remove the page's virtual
  // authenticator.
  await session.send('Runtime.evaluate', { expression });
}

/**
 * Returns the width of the page, and the elements whose box or text extends beyond the right edge of the
 * window. Returns an empty array if the page does not scroll horizontally.
 */
async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const reach = document.createRange();
    const found = [...document.querySelectorAll('body *')].filter((element) => {
      reach.selectNodeContents(element);
      return (
        Math.max(element.getBoundingClientRect().right, reach.getBoundingClientRect().right) > clientWidth + 1
      );
    });
    return [`${scrollWidth} px`, ...found.map((element) => element.outerHTML.slice(0, 120))];
  });
}

/** Returns endless animations, which flicker with reduced motion and cause sixty repaints per second. */
export async function endless(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120) ?? 'gone'),
  );
}
