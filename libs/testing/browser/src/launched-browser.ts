import { type Browser, chromium } from 'playwright-core';

/** The Chromium that jest's configuration has found (chromium.cjs). */
export function launchedBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH']!,
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      // All pages of a site in one process: a page opens for a fifth less.
      '--process-per-site',
      '--renderer-process-limit=1',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

/** Specs that drive a browser: skipped where the machine has none, which chromium.cjs says in one line. */
export const withBrowser = process.env['CHROMIUM_PATH'] ? describe : describe.skip;
