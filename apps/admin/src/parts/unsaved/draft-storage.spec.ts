import { readDraft, removeAllDrafts, writeDraft } from './draft-storage';

/** A session storage with space for only a few characters. */
class SmallStorage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null;
  }

  setItem(key: string, text: string): void {
    if (text.length > 30) throw new DOMException('full', 'QuotaExceededError');
    this[key] = text;
  }

  removeItem(key: string): void {
    delete this[key];
  }
}

describe('draft storage', () => {
  let sessionStorage: SmallStorage;
  beforeEach(() => {
    sessionStorage = new SmallStorage();
    Object.assign(globalThis, { window: { sessionStorage } });
  });

  it('returns a draft only to the user who wrote it', () => {
    writeDraft('ada', 'products/1', { title: 'Mug' });
    expect(readDraft('ada', 'products/1')).toEqual({ title: 'Mug' });
    expect([readDraft('bo', 'products/1'), readDraft('ada', 'products/2')]).toEqual([undefined, undefined]);
  });

  it('removes the stored draft of a form if the new draft is undefined', () => {
    writeDraft('ada', 'products/1', { title: 'Mug' });
    writeDraft('ada', 'products/1', undefined);
    expect(readDraft('ada', 'products/1')).toBeUndefined();
  });

  it('removes the drafts of all users and keeps all other storage entries', () => {
    sessionStorage.setItem('other', 'stays');
    writeDraft('ada', 'products/1', 1);
    writeDraft('bo', 'products/1', 2);
    removeAllDrafts();
    expect(Object.keys(sessionStorage)).toEqual(['other']);
  });

  it('keeps the previous draft without an error if the storage is full', () => {
    writeDraft('ada', 'products/1', 'short');
    writeDraft('ada', 'products/1', 'x'.repeat(100));
    expect(readDraft('ada', 'products/1')).toBe('short');
  });

  it('returns no drafts if the browser blocks the storage', () => {
    const window = Object.defineProperty({}, 'sessionStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    Object.assign(globalThis, { window });
    writeDraft('ada', 'products/1', 1);
    removeAllDrafts();
    expect(readDraft('ada', 'products/1')).toBeUndefined();
  });
});
