import { foreignEmail, foreignName, MAX_NAME_LENGTH } from './foreign-name';

describe('foreignName', () => {
  it.each([
    ['Tea & more', '“Tea & more”'],
    [
      'Your account is locked. Unlock it at https://evil.example/x',
      '“Your account is locked. Unlock it at …”',
    ],
    ['Go to HTTP://EVIL.EXAMPLE now', '“Go to … now”'],
    ['see www.evil.example', '“see …”'],
    ['see WWW。evil．example', '“see …”'],
    ['mailto:x@evil.example', '“…”'],
    ['https：／／evil.example', '“…”'],
    ['Booking.com', '“Booking. com”'],
    ['evil.example/login', '“evil. example/login”'],
    ['me@evil.example', '“me@ evil. example”'],
    ['Dr. Oetker & Co.', '“Dr. Oetker & Co.”'],
    ['a\r\nBcc: everybody', '“a Bcc: everybody”'],
    ['a\u2028b\u202ec\u200bd', '“a b c d”'],
    ['Tea” was locked. “Unlock', "“Tea' was locked. 'Unlock”"],
    ['متجر (3)', '“\u2068متجر (3)\u2069”'],
    ['', '“…”'],
    ['\u202e', '“…”'],
  ])('returns the name %j as %j', (name, quoted) => {
    expect(foreignName(name, 'en')).toBe(quoted);
  });

  it('quotes a name with the quotation marks of the language', () => {
    expect(foreignName('Tee', 'de')).toBe('„Tee“');
  });

  it.each([
    ["Ada.O'Neil+shop@mail.example.test", "Ada.O'Neil+shop@mail.example.test"],
    ['łucja@poczta.example', 'łucja@poczta.example'],
    ['https://evil.example/unlock@x.test', '“…”'],
    ['evil.example/unlock@x.test', '“evil. example/unlock@ x. test”'],
  ])('foreignEmail returns the email address %j as %j', (email, shown) => {
    expect(foreignEmail(email, 'en')).toBe(shown);
  });

  it('shortens a name of 100 emoji to 50 characters without breaking an emoji', () => {
    const name = foreignName('🍵'.repeat(100), 'en');
    expect(Array.from(name)).toHaveLength(MAX_NAME_LENGTH + 2);
    expect(name).toBe(`“${'🍵'.repeat(MAX_NAME_LENGTH - 1)}…”`);
  });
});
