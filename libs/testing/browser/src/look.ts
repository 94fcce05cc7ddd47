import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { painted } from './painted';
import { saveScreenshot } from './screenshots';
import { problemsOf } from './watch';

/** Rules of axe whose verdict depends on the theme. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const looks = [
  { width: 1440, height: 900, colorScheme: 'light', runsAxe: false },
  { width: 360, height: 740, colorScheme: 'dark', runsAxe: true },
] as const;

/** Maximum layout shift. Web Vitals rates it as good. */
const MAX_SHIFT = 0.1;

/**
 * Checks the current page at 1440 px in the light theme and at 360 px in the dark theme: no content may be wider than
 * the window, and no animation may be endless with reduced motion. At 360 px axe must find no violation of WCAG 2.2 A
 * and AA; the specs of the screens check the colors of the light theme (`survey`). Also fails if the page shifted by
 * itself or reported a problem since the last check.
 *
 * @param name prefix of the screenshots `<name>-<width>-<scheme>.png` in dist/screenshots. A failed check saves one;
 * with SCREENSHOTS=1 every check does.
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
 * Fails if content shifted by itself since the page loaded, or if the page reported a problem. Shifts after a
 * resize or a click are ignored: the browser excludes only half a second, and a response can take longer on a
 * busy machine.
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
  // A new document starts with an empty list of layout shifts.
  const since = moved.length < known ? moved : moved.slice(known);
  looked.set(page, moved.length);
  const sum = since.reduce((all, { value }) => all + value, 0);
  expect(sum > MAX_SHIFT ? { name, sum, moved: since } : name).toBe(name);
  expect({ name, problems: problemsOf(page) }).toEqual({ name, problems: [] });
}

/** Number of shifts that were already checked, by page. */
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

/** Returns the violations that axe finds, with their elements. Checks all rules, or only `rules`. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await run(page, script);
  // Transfers only the violations, because the rules that passed are a hundred times as large.
  const found = await page.evaluate(
    async (options) =>
      (await (window as unknown as { axe: typeof axe }).axe.run(document, options)).violations,
    {
      runOnly: rules ? { type: 'rule' as const, values: [...rules] } : everything,
      resultTypes: ['violations' as const],
      // Skips media files and style sheets, which none of these rules reads.
      preload: false,
    },
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html} ${failureSummary ?? ''}`),
  );
}

/**
 * Injects a script element, because the browser then compiles axe once for all pages, unlike with
 * `page.evaluate`.
 */
async function run(page: Page, expression: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // The session stays open: detaching it would remove the virtual authenticator of the page.
  await session.send('Runtime.evaluate', { expression });
}

/**
 * Returns the elements beyond the right edge of the window if the page scrolls sideways, and text wider than
 * its box.
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
