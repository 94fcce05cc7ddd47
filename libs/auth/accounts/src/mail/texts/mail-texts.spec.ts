import { languages } from '@storewright/entities';
import { mailTextsIn, type SecurityChange, type Words } from './mail-texts';

const changes: Record<SecurityChange, true> = {
  ...{ totp_turned_on: true, totp_turned_off: true, recovery_codes_made: true, recovery_code_used: true },
  ...{ passkey_added: true, passkey_removed: true, email_changed: true, second_factors_reset: true },
};
const link = 'https://demo.shops.example/admin/x#token';

/** Each mail in this language, with what it has to say. */
function mailsIn(language: (typeof languages)[number] | null): [mail: Words, values: string[]][] {
  const { passwordReset, invitation, emailChange, securityChange } = mailTextsIn(language);
  const [before, after] = ['old@example.test', 'new@example.test'];
  return [
    [passwordReset({ link, minutes: 31 }), [link, '31']],
    [invitation({ shop: 'Tea & more', link, days: 8 }), ['Tea & more', link, '8']],
    [emailChange.toCurrent({ before, after, link, hours: 25 }), [before, after, link, '25']],
    [emailChange.toNew({ link, hours: 25 }), [link, '25']],
    [emailChange.taken, []],
    ...Object.keys(changes).map((each): [Words, string[]] => [securityChange(each as SecurityChange), []]),
  ];
}

describe('mails', () => {
  it.each(languages)('in %s say each of their values, and have a subject of one line', (language) => {
    for (const [{ subject, text }, values] of mailsIn(language)) {
      for (const value of values) expect(text).toContain(value);
      expect([subject.trim(), text.endsWith('\n')]).toEqual([subject, true]);
      expect(subject).toMatch(/^.{5,}$/);
    }
  });

  it('are other mails in each language', () => {
    const all = languages.flatMap((language) =>
      mailsIn(language).flatMap(([mail]) => [mail.subject, mail.text]),
    );
    expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
  });

  it('are in English for who has chosen no language, or one that is not there yet', () => {
    expect(mailTextsIn(null)).toBe(mailTextsIn('en'));
    expect(mailTextsIn('fr' as 'en')).toBe(mailTextsIn('en'));
  });
});
