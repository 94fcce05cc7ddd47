import type { Page } from 'playwright-core';

/** Words that are the same in every language. */
const NAMES = ['storewright'];

/**
 * Finds hard-coded texts on screens in the pseudo-locale, in which all translated texts have accents and
 * dates have Persian words. A word without accents must therefore come from an API response.
 */
export class UntranslatedWords {
  private readonly answers: Promise<string>[] = [];

  constructor(private readonly page: Page) {
    page.on('response', (response) => {
      const isData = /json/.test(response.headers()['content-type'] ?? '');
      if (isData) this.answers.push(response.text().catch(() => ''));
    });
  }

  /**
   * Returns words without accents on the current screen that no API response contains, with the text around
   * them.
   */
  async find(): Promise<string[]> {
    const texts = await shownTexts(this.page);
    const data = (await Promise.all(this.answers)).flatMap(stringsOf);
    const known = [...NAMES, this.page.url(), ...data].join('\n').toLowerCase();
    const isKnown = (word: string) => known.includes(word);
    return texts.filter((text) =>
      (text.match(/\b[a-z]{3,}\b/gi) ?? []).some((word) => !isKnown(word.toLowerCase())),
    );
  }
}

/** Returns the string values of a JSON document, without names of members and types. */
function stringsOf(json: string): string[] {
  const found: string[] = [];
  const note = (name: string, value: unknown): unknown => {
    if (typeof value === 'string' && name !== 'type') found.push(value);
    return value;
  };
  if (json !== '') JSON.parse(json, note);
  return found;
}

/** Returns the texts and the text alternatives of the page, excluding code. */
async function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Excludes select options, which are currency codes and language names.
    const isText = (element: Element | null) =>
      element !== null && !element.closest('code, pre, kbd, textarea, select') && element.checkVisibility();
    const texts = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (isText(walker.currentNode.parentElement)) texts.add(walker.currentNode.textContent!.trim());
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.add(element.getAttribute(name)!);
    return [...texts];
  });
}
