import { namesOf } from './names';

describe('namesOf()', () => {
  it('derives all spellings from the resource type', () => {
    expect(namesOf('gift_cards')).toEqual({
      type: 'gift_cards',
      file: 'gift-cards',
      entity: 'gift-card',
      plural: 'giftCards',
      singular: 'giftCard',
      Plural: 'GiftCards',
      Singular: 'GiftCard',
      many: 'gift cards',
      one: 'a gift card',
      One: 'Gift card',
    });
  });

  it.each([
    ['notes', 'a note'],
    ['addresses', 'an address'],
    ['tax_categories', 'a tax category'],
    ['boxes', 'a box'],
    ['prices', 'a price'],
    ['invoices', 'an invoice'],
  ])('derives from the plural %s the singular %s', (type, one) => {
    expect(namesOf(type).one).toBe(one);
  });

  it('uses the given singular for an irregular plural', () => {
    expect(namesOf('statuses', 'status').Singular).toBe('Status');
  });

  it.each([
    'note',
    'Notes',
    'giftCards',
    'gift-cards',
    'gift__cards',
    '_notes',
    'notes2',
    'ss',
    '',
    'this',
    'x'.repeat(40) + 's',
  ])('rejects the resource type "%s"', (type) => {
    expect(() => namesOf(type)).toThrow(/^"\w*[\w-]*" must be a plural of lower-case words/);
  });

  it.each(['notes', 'Note', 'a note'])('rejects the singular "%s" for the type notes', (singular) => {
    expect(() => namesOf('notes', singular)).toThrow('is not the singular of notes');
  });
});
