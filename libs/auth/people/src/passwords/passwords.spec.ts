import { emailKey } from '../email';
import { hashOfNobody, hashPassword, Passwords } from './passwords';

describe('passwords', () => {
  const passwords = new Passwords();

  it('are hashed with argon2id at the cost that OWASP asks for, each with a salt of its own', async () => {
    const [one, other] = [await hashPassword('same'), await hashPassword('same')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,(t=2,p=1|p=1,t=2)\$/);
    expect(one).not.toBe(other);
  });

  it('match their own hash only', async () => {
    const stored = await hashPassword('päss wörd');
    expect(await passwords.matches(stored, 'päss wörd')).toBe(true);
    expect(await passwords.matches(stored, 'pass word')).toBe(false);
  });

  it('match nothing where there is no hash, or one that is none', async () => {
    expect(await passwords.matches(undefined, '')).toBe(false);
    expect(await passwords.matches('none', 'none')).toBe(false);
  });

  it('are checked against a hash of nobody at the same cost', async () => {
    const form = (stored: string) => {
      const [, name, version, cost = '', ...random] = stored.split('$');
      return [name, version, cost.split(',').sort(), random.map(({ length }) => length)];
    };
    expect(form(hashOfNobody())).toEqual(form(await hashPassword('one')));
    expect(hashOfNobody()).not.toBe(hashOfNobody());
  });

  it('wait for their turn, and are refused where too many wait', async () => {
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

describe('an email', () => {
  it('is compared without regard to case and to how accents are composed', () => {
    expect(emailKey(' Zoë@Example.COM ')).toBe(emailKey('zoe\u0308@example.com'));
    expect(emailKey('a@example.com')).not.toBe(emailKey('a@example.org'));
  });
});
