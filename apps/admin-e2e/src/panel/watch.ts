import type { ConsoleMessage, Page } from 'playwright-core';

const problems = new WeakMap<Page, string[]>();

/** A request that is refused, or that nobody answers, is the panel's business to show, and Chromium writes every one of them down. */
const answered =
  /^Failed to load resource: (?:the server responded with a status of (?:4\d\d|500|503)|net::ERR_(?:INTERNET_DISCONNECTED|FAILED))/;

/** Writes down what a page must never do: throw, complain in the console, or be stopped by the content security policy. */
export function watch(page: Page): void {
  const seen: string[] = [];
  problems.set(page, seen);
  page.on('pageerror', (error) => seen.push(`threw: ${error.stack ?? error.message}`));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning')
      if (!answered.test(message.text())) seen.push(`${message.type()}: ${message.text()}`);
  });
}

/** What the page has done wrong so far. */
export function problemsOf(page: Page): string[] {
  return problems.get(page) ?? [];
}
