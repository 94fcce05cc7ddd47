import { problemOfPassword } from './password-rule';

const email = 'ada.lovelace@example.test';

describe('a new password', () => {
  it.each([
    ['15 characters, whatever they are', 'aaaaaaaaaaaaaaa'],
    ['8 characters that nobody tries first', 'tk7 Rb!w'],
    ['8 characters that each take several bytes', 'пароль🔒я'],
    ['spaces around and within', '  a b c '],
    ['a common password inside of a long one', 'password1 password1'],
    ['1,024 bytes', 'é'.repeat(512)],
    ['any script', 'Zażółć gęślą jaźń'],
  ])('may be %s', (_, password) => {
    expect(problemOfPassword(password, email)).toBeUndefined();
  });

  it.each([
    ['7 characters', 'tk7 Rb!', /at least 8/],
    ['7 characters, however many bytes they take', '🔒🔑🗝🛡🔐🔓🧿', /at least 8/],
    ['8 code points that are 7 characters when composed', 'abcdefe\u0301', /at least 8/],
    ['nothing', '', /at least 8/],
    ['a common one', 'sunshine', /tried first/],
    ['a common one in capitals', 'SunShine', /tried first/],
    ['a common one of 14 characters', 'chickenwing101', /tried first/],
    ['1,025 bytes', `${'é'.repeat(512)}x`, /1024 bytes/],
    ['the email address', 'Ada.Lovelace@Example.test', /email/],
  ])('may not be %s', (_, password, problem) => {
    expect(problemOfPassword(password, email)).toMatch(problem);
  });
});
