import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';

export const screenshotFolder = resolve(__dirname, '../../../../dist/screenshots');

export async function saveScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshotFolder, { recursive: true });
  const path = join(screenshotFolder, `${name}.png`);
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
}
