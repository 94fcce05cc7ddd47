import { emailKey } from '../email';
import { dummyHash, hashPassword, Passwords } from './passwords';

describe('passwords', () => {
  const passwords = new Passwords();

  it('hash() uses argon2id with a random salt and the cost that OWASP recommends', async () => {
    const [one, other] = [await hashPassword('same'), await hashPassword('same')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,(t=2,p=1|p=1,t=2)\$/);
    expect(one).not.toBe(other);
  });

  it('matches() returns true only for the password from which the hash was created', async () => {
    const stored = await hashPassword('päss wörd');
    expect(await passwords.matches(stored, 'päss wörd')).toBe(true);
    expect(await passwords.matches(stored, 'pass word')).toBe(false);
  });

  it('matches() returns false for a missing hash and for text that is not a hash', async () => {
    expect(await passwords.matches(undefined, '')).toBe(false);
    expect(await passwords.matches('none', 'none')).toBe(false);
  });

  it('matches() verifies a dummy hash of the same cost if the person does not exist', async () => {
    const form = (stored: string) => {
      const [, name, version, cost = '', ...random] = stored.split('$');
      return [name, version, cost.split(',').sort(), random.map(({ length }) => length)];
    };
    expect(form(dummyHash())).toEqual(form(await hashPassword('one')));
    expect(dummyHash()).not.toBe(dummyHash());
  });

  it('matches() runs two password checks at once, queues 32 and rejects further checks with overloaded', async () => {
    const stored = await hashPassword('right');
    const all = await Promise.allSettled(
      Array.from({ length: 40 }, () => passwords.matches(stored, 'right')),
    );
    const checked = all.filter((each) => each.status === 'fulfilled');
    expect(checked).toHaveLength(2 + 32);
    expect(checked.every(({ value }) => value)).toBe(true);
    const refused = all.find((each) => each.status === 'rejected');
    expect(refused!.reason).toMatchObject({ code: 'overloaded', headers: { 'retry-after': '2' } });
    expect(await passwords.matches(stored, 'right')).toBe(true);
  });
});

describe('emailKey', () => {
  it('returns the same key for spellings that differ in case or in the composition of accents', () => {
    expect(emailKey(' Zoë@Example.COM ')).toBe(emailKey('zoe\u0308@example.com'));
    expect(emailKey('a@example.com')).not.toBe(emailKey('a@example.org'));
  });
});
