import type { Page } from 'playwright-core';

const NAMES = ['storewright'];

/**
 * Finds hard-coded texts on the panel's screens. The pseudo-locale puts accents on every translated text, so a word
 * without accents is hard-coded unless an API response contains the word.
 */
export class UntranslatedWords {
  private readonly answers: Promise<string>[] = [];

  constructor(private readonly page: Page) {
    page.on('response', (response) => {
      const isData = /json/.test(response.headers()['content-type'] ?? '');
      if (isData) this.answers.push(response.text().catch(() => ''));
    });
  }

  /** Returns the texts on the current screen that contain a hard-coded word. */
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

/** Returns the string values of a JSON document, without member names. */
function stringsOf(json: string): string[] {
  const found: string[] = [];
  const note = (name: string, value: unknown): unknown => {
    if (typeof value === 'string' && name !== 'type') found.push(value);
    return value;
  };
  if (json !== '') JSON.parse(json, note);
  return found;
}

/** Returns the visible texts and the text alternatives of the page, excluding code. */
async function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Ignores the options of select elements, because they contain currency codes and language names.
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
