import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { LeakedPasswords } from './leaked-passwords';
import { problemOfPassword } from './password-rule';

const ada = { email: 'ada.lovelace@example.test', names: ['Ada Byron', 'demo-shop', 'Zyblorka of Norfolk'] };

describe('problemOfPassword', () => {
  it.each([
    ['several words', 'correct horse battery staple'],
    ['8 characters that each take several bytes', 'пароль🔒я'],
    ['random characters', 'tk7 Rb!w2Zq'],
    ['1,024 bytes', 'correct horse battery staple, '.repeat(40).slice(0, 1024)],
    ['words in another script', 'Zażółć gęślą jaźń'],
    ['four unrelated words', 'tulip-anvil-copper-fjord'],
    ['four unrelated German words', 'Gabel Mond Traktor Wiese'],
    ['a generated password', 'xK9-vQ2_mW7.pZ'],
  ])('accepts %s', async (_, password) => {
    expect(await problemOfPassword(password, ada)).toBeUndefined();
  });

  it.each([
    ['7 characters', 'tk7 Rb!', /at least 8/],
    ['7 characters of several bytes each', '🔒🔑🗝🛡🔐🔓🧿', /at least 8/],
    ['8 code points that are 7 characters when composed', 'abcdefe\u0301', /at least 8/],
    ['an empty string', '', /at least 8/],
    ['1,025 bytes', `${'é'.repeat(512)}x`, /1024 bytes/],
    ['the email address', 'Ada.Lovelace@Example.test', /email/],
    ['a common password', 'sunshine', /easy to guess/],
    ['a common password in capitals', 'SunShine', /easy to guess/],
    ['a common password of 14 characters', 'chickenwing101', /easy to guess/],
    ['a word and a year', 'Summer2026', /easy to guess/],
    ['a German word and a year', 'Sommer2026', /easy to guess/],
    ['a word that exists only in German, and a digit', 'Geburtstag1', /easy to guess/],
    ['a common password with several kinds of characters', 'Password1!', /easy to guess/],
    ['a typical administrator password', 'admin1234', /easy to guess/],
    ['neighboring keys', 'asdfghjkl', /easy to guess/],
    ['neighboring keys of a German keyboard', 'qwertzuiop', /easy to guess/],
    ['a common keyboard pattern', '1qaz2wsx3edc', /easy to guess/],
    ['a keyboard pattern that is on no list', 'ghjkloiuytre', /easy to guess/],
    ['a common password twice', 'password password', /easy to guess/],
    ['a common German password twice', 'Passwort Passwort', /easy to guess/],
    ['a common password and 20 spaces', `Password1!${' '.repeat(20)}`, /easy to guess/],
    ['a common password in full-width letters', 'ＰＡＳＳＷＯＲＤ１', /easy to guess/],
    ['a common password with a space after each letter', 'P a s s w o r d 1', /easy to guess/],
    ['a word and a year with punctuation', 'Summer-2026!', /easy to guess/],
    ['a German word and a year with punctuation', 'Sommer-2026!', /easy to guess/],
    ['a short German word and a year with a hyphen', 'Herbst-2026', /easy to guess/],
    ['one character, repeated', 'aaaaaaaaaaaaaaa', /easy to guess/],
    ['the product name and a year', 'Storewright2026!', /easy to guess/],
    ['the shop name and a digit', 'demo-shop1', /easy to guess/],
    ['a word of the shop’s name that is on no list', 'Zyblorka2026', /easy to guess/],
    ['a part of the email address', 'lovelace1815', /easy to guess/],
    ['the name of the person', 'AdaByron1', /easy to guess/],
  ])('rejects %s', async (_, password, problem) => {
    expect(await problemOfPassword(password, ada)).toMatch(problem);
  });
});

it(
  'problemOfPassword estimates only the first 64 characters, because the time grows with the square of ' +
    'the length',
  async () => {
    const asked = jest.spyOn(Worker.prototype, 'postMessage');
    await problemOfPassword('correct horse battery staple, '.repeat(30), ada);
    const given = asked.mock.calls.map(([message]) => message as { passwords: string[] });
    expect(given.map(({ passwords }) => passwords.map(({ length }) => length))).toEqual([[64, 64, 64]]);
    asked.mockRestore();
  },
);

it(
  'problemOfPassword reuses the worker thread for the next password, but not the names of the previous ' +
    'person',
  async () => {
    const threadsSoFar = async () => {
      const thread = new Worker('', { eval: true });
      const { threadId } = thread;
      await once(thread, 'exit');
      return threadId;
    };
    const before = await threadsSoFar();
    expect(await problemOfPassword('Zyblorka2026', ada)).toMatch(/easy to guess/);
    expect(await problemOfPassword('Zyblorka2026', { email: ada.email })).toBeUndefined();
    expect(await problemOfPassword('Zyblorka2026', ada)).toMatch(/easy to guess/);
    // threadsSoFar itself starts one thread.
    expect((await threadsSoFar()) - before).toBeLessThanOrEqual(2);
  },
);

describe('problemOfPassword with a leaked-password API', () => {
  const password = 'correct horse battery staple';
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
  const other = '0'.repeat(35);
  async function asking(listener: RequestListener): Promise<string | undefined> {
    const server = createServer(listener);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    try {
      const leaked = new LeakedPasswords(`http://127.0.0.1:${port}/range/`);
      return await problemOfPassword(password, ada, leaked);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it("rejects a leaked password after sending only five digits of the password's SHA-1 hash", async () => {
    const asked: (string | undefined)[] = [];
    const problem = await asking(({ url, headers }, response) => {
      asked.push(url, headers['add-padding'] as string);
      response.end(`${other}:7\r\n${digest.slice(5)}:12\r\n`);
    });
    expect(problem).toMatch(/leak/);
    expect(asked).toEqual([`/range/${digest.slice(0, 5)}`, 'true']);
  });

  it.each([
    ['only other digests', `${other}:7\r\n`],
    ['the digest as padding with count 0', `${digest.slice(5)}:0\r\n`],
    ['an empty response', ''],
  ])('accepts a password that has not leaked if the API returns %s', async (_, text) => {
    expect(await asking((_request, response) => void response.end(text))).toBeUndefined();
  });

  it('accepts a password if the API does not respond', async () => {
    const [warn, limit] = [jest.spyOn(Logger.prototype, 'warn'), new AbortController()];
    const limits = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    warn.mockImplementation(() => undefined);
    expect(await asking(() => limit.abort())).toBeUndefined();
    expect(limits.mock.calls).toEqual([[3_000]]);
    for (const each of [warn, limits]) each.mockRestore();
  });

  it.each<[string, RequestListener]>([
    ['returns 503', (_, response) => void response.writeHead(503).end()],
    [
      'redirects to a server that knows the password',
      ({ url }, response) =>
        url!.startsWith('/range/')
          ? void response.writeHead(302, { location: '/elsewhere' }).end()
          : void response.end(`${digest.slice(5)}:12`),
    ],
    ['closes the connection', ({ socket }) => void socket.destroy()],
  ])('accepts a password and logs a warning without the password if the API %s', async (_, listener) => {
    const warnings: string[] = [];
    const warn = jest
      .spyOn(Logger.prototype, 'warn')
      .mockImplementation((message) => void warnings.push(String(message)));
    expect(await asking(listener)).toBeUndefined();
    warn.mockRestore();
    expect(warnings).toEqual([expect.stringMatching(/could not check a password/)]);
    expect(warnings[0]).not.toMatch(new RegExp(`horse|${digest.slice(0, 5)}`));
  });
});
