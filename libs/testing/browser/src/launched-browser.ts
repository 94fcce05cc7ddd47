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
      // Pages live for seconds, in which optimizing their code costs a tenth more processor time than it saves.
      ...(isMeasured ? [] : ['--js-flags=--no-opt --no-maglev']),
      '--disable-background-networking',
      // Uses one process for all pages of a site, which opens a page in four fifths of the time.
      '--process-per-site',
      '--renderer-process-limit=1',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

/** Suffix of skipped blocks, by which `npm test` lists them (tools/workspace/jest-count-reporter.cjs). */
const NEEDS_CHROMIUM = '(needs Chromium)';

/** `describe` for specs that drive a browser. Skips the block if the machine has no Chromium (chromium.cjs). */
export function withBrowser(name: string, block: () => void): void {
  if (process.env['CHROMIUM_PATH']) describe(name, block);
  else describe.skip(`${name} ${NEEDS_CHROMIUM}`, block);
}
