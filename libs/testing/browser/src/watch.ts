import type { ConsoleMessage, Page } from 'playwright-core';

const problems = new WeakMap<Page, string[]>();

/** Writes down what a page must never do: throw, complain in the console, or be stopped by the content security policy. `allowed`: what it may say there. */
export function watch(page: Page, allowed?: RegExp): void {
  const seen: string[] = [];
  problems.set(page, seen);
  page.on('pageerror', (error) => seen.push(`threw: ${error.stack ?? error.message}`));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning')
      if (!allowed?.test(message.text())) seen.push(`${message.type()}: ${message.text()}`);
  });
}

/** What the page has done wrong so far. */
export function problemsOf(page: Page): string[] {
  return problems.get(page) ?? [];
}
