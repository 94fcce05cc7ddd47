import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { clipped } from './clipped';
import { COLOR_RULES, endless, violations } from './look';
import { painted } from './painted';
import { screenshotFolder } from './screenshots';
import { problemsOf } from './watch';

/**
 * Window widths in pixels, from a desktop to a phone. 720 px is a 1,440 px window at 200 % zoom. axe checks
 * the widths with a theme: all rules in the dark theme, and the color rules in the light theme.
 */
const views: readonly { width: number; theme?: 'light' | 'dark'; rules?: readonly string[] }[] = [
  ...[1440, 1180, 1024, 768, 720].map((width) => ({ width })),
  // axe takes half as long at 390 px as at 1,440 px.
  { width: 390, theme: 'light', rules: COLOR_RULES },
  { width: 390, theme: 'dark' },
  { width: 320 },
];

const PICTURE_WIDTHS = [1440, 1180, 1024, 768, 720, 390];
const MAX_PICTURE_HEIGHT = 1600;
const SHEET_SCALE = 0.4;

/**
 * Checks the current page at every width from 1,440 to 320 px and returns the problems. No content may be
 * clipped, axe must find no violation in either theme, and no animation may be endless with reduced motion.
 * If the page has problems, saves a contact sheet with all widths as `<name>.png` in
 * dist/screenshots/screens. With `isPictured` or SCREENSHOTS=1, always saves the contact sheet. `sheet` is an
 * empty page that renders the contact sheet.
 */
export async function survey(page: Page, sheet: Page, name: string, isPictured = false): Promise<string[]> {
  const before = page.viewportSize()!;
  const found: string[] = [];
  for (const { width, theme, rules } of views) {
    const at = (problems: string[]) => problems.map((problem) => `${name} at ${width} px: ${problem}`);
    await page.setViewportSize({ width, height: 900 });
    if (theme) await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await painted(page);
    found.push(...at(await clipped(page)));
    if (theme) found.push(...at(await violations(page, rules)), ...at(await endless(page)));
  }
  found.push(...problemsOf(page).map((problem) => `${name}: ${problem}`));
  if (isPictured || found.length > 0 || process.env['SCREENSHOTS'])
    await saveSheet(sheet, name, await picturesOf(page));
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return found;
}

async function picturesOf(page: Page): Promise<string[]> {
  // Keeps the Chrome DevTools session attached. Detaching the session would remove the page's virtual
  // authenticator.
  const session = await page.context().newCDPSession(page);
  const pictures: string[] = [];
  for (const width of PICTURE_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: width < 720 ? 'dark' : 'light', reducedMotion: 'reduce' });
    await painted(page);
    pictures.push(await pictureOf(session, width));
  }
  return pictures;
}

/**
 * Returns a screenshot of the page as a data URL. The browser scales the screenshot down, which takes a fifth
 * of the time of a full screenshot.
 */
async function pictureOf(session: CDPSession, width: number): Promise<string> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality: 80,
    captureBeyondViewport: true,
    clip: {
      x: 0,
      y: 0,
      width,
      height: Math.min(cssContentSize.height, MAX_PICTURE_HEIGHT),
      scale: SHEET_SCALE,
    },
  });
  return `data:image/jpeg;base64,${data}`;
}

async function saveSheet(sheet: Page, name: string, pictures: readonly string[]): Promise<void> {
  const folder = join(screenshotFolder, 'screens');
  mkdirSync(folder, { recursive: true });
  const images = pictures.map((picture) => `<img src="${picture}">`);
  await sheet.setContent(
    `<body style="display: flex; align-items: start; gap: 12px; background: #888">${images.join('')}</body>`,
  );
  await sheet.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
