import { languages } from '@storewright/entities';
import { foreignEmail, foreignName } from '../foreign-name';
import { erasureMailKinds, noticeKinds } from '../outgoing-mail.entity';
import { mailLanguage, mailTextsIn, notificationMailKinds, type Words } from './mail-texts';
import { noticeText } from './notice-text';

type Language = (typeof languages)[number];

const link = 'https://demo.shops.example/admin/x#token';

/** Values in mails that come from users or requests. */
interface Typed {
  name: string;
  email: string;
  address: string;
  role: string;
}

const ordinary: Typed = { name: 'Tea', email: 'bea@example.test', address: '198.51.100.7', role: 'staff' };
const lure =
  'Your account is locked.\r\nUnlock” it at https://evil.example/x or www.evil.example or evil.example ';
const hostile: Typed = {
  name: lure + 'x'.repeat(1000),
  email: 'https://evil.example/unlock@evil.example',
  address: 'http://evil.example',
  role: lure,
};

/** Every mail in this language, with the values that it names. */
function mailsIn(language: Language, { name, email, address, role }: Typed): [Words, values: string[]][] {
  const { passwordReset, invitation, emailChange, notification, deprecation } = mailTextsIn(language);
  const shop = foreignName(name, language);
  const [before, after] = ['old@example.test', email].map((each) => foreignEmail(each, language)) as [
    typeof shop,
    typeof shop,
  ];
  const removal = {
    feature: 'orders.note',
    since: '2026-12-01',
    sunset: '2027-06-01',
    instead: 'Use notes.',
  };
  const reference = '0197f2d0-0000-7000-8000-000000000000';
  const details = { shop: name, actor: name, name, role, email, device: name, address, reference };
  return [
    [passwordReset({ link, minutes: 31 }), [link, '31']],
    [invitation({ shop, link, days: 8 }), [shop, link, '8']],
    [emailChange.toCurrent({ before, after, link, hours: 25 }), [before, after, link, '25']],
    [emailChange.toNew({ link, hours: 25 }), [link, '25']],
    [emailChange.taken, []],
    [deprecation({ app: shop, deprecations: [removal], link }), [shop, link, ...Object.values(removal)]],
    ...notificationMailKinds.map((kind): [Words, string[]] => [
      notification[kind]({ app: shop, shop, link, settings: link }),
      [shop, link],
    ]),
    ...[...noticeKinds, ...erasureMailKinds].map((kind): [Words, string[]] => [
      noticeText(language, kind, details),
      [],
    ]),
  ];
}

describe.each(languages)('email texts in %s', (language) => {
  it('contain their values, have a one-line subject and end with a line break', () => {
    for (const [{ subject, text }, values] of mailsIn(language, ordinary)) {
      for (const value of values) expect(text).toContain(value);
      expect([subject.trim(), text.endsWith('\n')]).toEqual([subject, true]);
      expect(subject).toMatch(/^.{5,}$/);
    }
  });

  it('quote, shorten and neutralize a hostile name, email, address and role in every subject and text', () => {
    for (const [{ subject, text }] of mailsIn(language, hostile)) {
      expect([...subject].length).toBeLessThan(160);
      for (const part of [subject, text.replaceAll(link, '')]) {
        expect(part).not.toMatch(/https?:|www\.|evil\.example/i);
        expect(part).not.toContain('\r');
        expect(part).not.toMatch(/x{60}/);
        // The name stays within its quotes. Text after the closing quote belongs to the platform.
        expect(part.replaceAll(/[“„][^“”„]*[“”]/g, '')).not.toMatch(/locked|Unlock/);
      }
      expect(subject).not.toContain('\n');
    }
  });

  it('do not contain undefined or null if values are missing', () => {
    for (const kind of [...noticeKinds, ...erasureMailKinds])
      expect(JSON.stringify(noticeText(language, kind, {}))).not.toMatch(/undefined|null/);
  });
});

describe('emails', () => {
  it('have a different text in every language', () => {
    const all = languages.flatMap((language) =>
      mailsIn(language, ordinary).flatMap(([mail]) => [mail.subject, mail.text]),
    );
    const repeated = all.filter((each, at) => all.indexOf(each) !== at);
    expect(repeated).toEqual([]);
  });

  it('contain the shop, person, object, role, email address and device of the security notice', () => {
    const details = {
      ...{ shop: 'Tea', actor: 'Ada', name: 'Nightly', role: 'staff', email: 'bea@example.test' },
      ...{ device: 'Firefox, Linux', address: '198.51.100.7' },
    };
    expect(noticeText('en', 'access_token_made', details).text).toContain(
      '“Ada” created the access token “Nightly” for the shop “Tea”',
    );
    expect(noticeText('en', 'role_changed', details).text).toContain('The role is now: staff.');
    expect(noticeText('en', 'member_joined', details).text).toContain('“Ada” (bea@example.test)');
    expect(noticeText('de', 'new_device_signed_in', details).text).toContain(
      '„Firefox, Linux“, mit der Adresse 198.51.100.7.',
    );
  });

  it('are in English for a recipient without a language and for an unknown language', () => {
    expect(mailLanguage(null)).toBe('en');
    expect(mailLanguage('fr' as 'en')).toBe('en');
  });
});
