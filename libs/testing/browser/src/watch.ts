import type { ConsoleMessage, Page } from 'playwright-core';

const problems = new WeakMap<Page, string[]>();

/**
 * Records exceptions, console errors and violations of the Content Security Policy. `allowed` matches console
 * messages that are not problems.
 */
export function watch(page: Page, allowed?: RegExp): void {
  const seen: string[] = [];
  problems.set(page, seen);
  page.on('pageerror', (error) => seen.push(`threw: ${error.stack ?? error.message}`));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning')
      if (!allowed?.test(message.text())) seen.push(`${message.type()}: ${message.text()}`);
  });
}

/** Returns the problems that `watch` recorded for the page. */
export function problemsOf(page: Page): string[] {
  return problems.get(page) ?? [];
}
