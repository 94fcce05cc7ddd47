import { type Browser, chromium } from 'playwright-core';

/**
 * Launches the installed Chromium (chromium.cjs).
 * @param isMeasured true if a spec measures how fast pages respond
 */
export function launchedBrowser({ isMeasured = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH']!,
    args: [
      '--disable-gpu',
      // Disables the JavaScript optimizer. A spec shows a page for only seconds, so optimizing would cost a
      // tenth more CPU time than it saves.
      ...(isMeasured ? [] : ['--js-flags=--no-opt --no-maglev']),
      '--disable-background-networking',
      // Uses one renderer process for all pages of a site, because pages then open in four fifths of the
      // time.
      '--process-per-site',
      '--renderer-process-limit=1',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

/**
 * Name suffix of the test blocks that are skipped without Chromium. `npm test` lists these blocks
 * (tools/workspace/jest-count-reporter.cjs).
 */
const NEEDS_CHROMIUM = '(needs Chromium)';

/**
 * Like `describe`, for specs that control a browser. Skips the block if Chromium is not installed
 * (chromium.cjs).
 */
export function withBrowser(name: string, block: () => void): void {
  if (process.env['CHROMIUM_PATH']) describe(name, block);
  else describe.skip(`${name} ${NEEDS_CHROMIUM}`, block);
}
