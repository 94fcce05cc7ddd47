import { type Browser, chromium } from 'playwright-core';

/**
 * Launches the Chromium that jest's configuration found (chromium.cjs).
 *
 * @param isMeasured true if a spec measures how fast pages respond
 */
export function launchedBrowser({ isMeasured = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH']!,
    args: [
      '--disable-gpu',
      // Specs show a page for only seconds. Optimizing its JavaScript would cost a tenth more CPU time than
      // it saves.
      ...(isMeasured ? [] : ['--js-flags=--no-opt --no-maglev']),
      '--disable-background-networking',
      // One renderer process for all pages of a site opens a page in four fifths of the time.
      '--process-per-site',
      '--renderer-process-limit=1',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

/**
 * Suffix of test blocks that are skipped without Chromium. `npm test` lists the blocks with this suffix
 * (tools/workspace/jest-count-reporter.cjs).
 */
const NEEDS_CHROMIUM = '(needs Chromium)';

/**
 * Like `describe`, for specs that drive a browser. Skips the block if Chromium is not installed
 * (chromium.cjs).
 */
export function withBrowser(name: string, block: () => void): void {
  if (process.env['CHROMIUM_PATH']) describe(name, block);
  else describe.skip(`${name} ${NEEDS_CHROMIUM}`, block);
}
