import type { ConsoleMessage, Page } from 'playwright-core';

const problems = new WeakMap<Page, string[]>();

/**
 * Records the exceptions, console errors and Content Security Policy violations of a page. `allowed` matches
 * console messages that are accepted.
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

export function problemsOf(page: Page): string[] {
  return problems.get(page) ?? [];
}
