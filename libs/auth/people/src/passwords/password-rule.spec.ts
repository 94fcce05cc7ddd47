import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { LeakedPasswords } from './leaked-passwords';
import { problemOfPassword } from './password-rule';

const ada = { email: 'ada.lovelace@example.test', names: ['Ada Byron', 'demo-shop', 'Zyblorka of Norfolk'] };

describe('a new password', () => {
  it.each([
    ['several words', 'correct horse battery staple'],
    ['8 characters that each take several bytes', 'пароль🔒я'],
    ['characters that nobody tries', 'tk7 Rb!w2Zq'],
    ['1,024 bytes', 'correct horse battery staple, '.repeat(40).slice(0, 1024)],
    ['any script', 'Zażółć gęślą jaźń'],
    ['four words that have nothing to do with each other', 'tulip-anvil-copper-fjord'],
    ['four German ones', 'Gabel Mond Traktor Wiese'],
    ['what a program makes', 'xK9-vQ2_mW7.pZ'],
  ])('may be %s', async (_, password) => {
    expect(await problemOfPassword(password, ada)).toBeUndefined();
  });

  it.each([
    ['7 characters', 'tk7 Rb!', /at least 8/],
    ['7 characters, however many bytes they take', '🔒🔑🗝🛡🔐🔓🧿', /at least 8/],
    ['8 code points that are 7 characters when composed', 'abcdefe\u0301', /at least 8/],
    ['nothing', '', /at least 8/],
    ['1,025 bytes', `${'é'.repeat(512)}x`, /1024 bytes/],
    ['the email address', 'Ada.Lovelace@Example.test', /email/],
    ['a common one', 'sunshine', /tried first/],
    ['a common one in capitals', 'SunShine', /tried first/],
    ['a common one of 14 characters', 'chickenwing101', /tried first/],
    ['a word and a year', 'Summer2026', /tried first/],
    ['a German word and a year', 'Sommer2026', /tried first/],
    ['a German word that no other language has', 'Geburtstag1', /tried first/],
    ['a common one that keeps to rules about kinds of characters', 'Password1!', /tried first/],
    ['what administrators take', 'admin1234', /tried first/],
    ['a row of keys', 'asdfghjkl', /tried first/],
    ['a row of keys of another keyboard', 'qwertzuiop', /tried first/],
    ['a walk over the keys', '1qaz2wsx3edc', /tried first/],
    ['a walk over the keys that no list has', 'ghjkloiuytre', /tried first/],
    ['a common one twice', 'password password', /tried first/],
    ['a common German one twice', 'Passwort Passwort', /tried first/],
    ['a common one and 20 spaces', `Password1!${' '.repeat(20)}`, /tried first/],
    ['a common one in letters of another width', 'ＰＡＳＳＷＯＲＤ１', /tried first/],
    ['a common one with a space behind each letter', 'P a s s w o r d 1', /tried first/],
    ['a word and a year with something between them and behind', 'Summer-2026!', /tried first/],
    ['a German word and a year, likewise', 'Sommer-2026!', /tried first/],
    ['a shorter one', 'Herbst-2026', /tried first/],
    ['one character, however often', 'aaaaaaaaaaaaaaa', /tried first/],
    ['the product and a year', 'Storewright2026!', /tried first/],
    ['the shop and a digit', 'demo-shop1', /tried first/],
    ['a word of the shop’s name that no list has', 'Zyblorka2026', /tried first/],
    ['a part of the email', 'lovelace1815', /tried first/],
    ['the name of the person', 'AdaByron1', /tried first/],
  ])('may not be %s', async (_, password, problem) => {
    expect(await problemOfPassword(password, ada)).toMatch(problem);
  });
});

it('of many characters costs no more than one of 64: the estimate takes longer with the square of the length', async () => {
  const asked = jest.spyOn(Worker.prototype, 'postMessage');
  await problemOfPassword('correct horse battery staple, '.repeat(30), ada);
  const given = asked.mock.calls.map(([message]) => message as { passwords: string[] });
  expect(given.map(({ passwords }) => passwords.map(({ length }) => length))).toEqual([[64, 64, 64]]);
  asked.mockRestore();
});

it('after another one costs no second thread with the lists, and is held to the names of its own person alone', async () => {
  const threadsSoFar = async () => {
    const thread = new Worker('', { eval: true });
    const { threadId } = thread;
    await once(thread, 'exit');
    return threadId;
  };
  const before = await threadsSoFar();
  expect(await problemOfPassword('Zyblorka2026', ada)).toMatch(/tried first/);
  expect(await problemOfPassword('Zyblorka2026', { email: ada.email })).toBeUndefined();
  expect(await problemOfPassword('Zyblorka2026', ada)).toMatch(/tried first/);
  // At most one beside the one that counts.
  expect((await threadsSoFar()) - before).toBeLessThanOrEqual(2);
});

describe('where the operator names a service that knows leaked passwords', () => {
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

  it('a password that it knows is refused, and it learns five digits of its digest alone', async () => {
    const asked: (string | undefined)[] = [];
    const problem = await asking(({ url, headers }, response) => {
      asked.push(url, headers['add-padding'] as string);
      response.end(`${other}:7\r\n${digest.slice(5)}:12\r\n`);
    });
    expect(problem).toMatch(/leak/);
    expect(asked).toEqual([`/range/${digest.slice(0, 5)}`, 'true']);
  });

  it.each([
    ['others', `${other}:7\r\n`],
    ['padding', `${digest.slice(5)}:0\r\n`],
    ['nothing', ''],
  ])('one is taken that it does not know: %s', async (_, text) => {
    expect(await asking((_request, response) => void response.end(text))).toBeUndefined();
  });

  it('one is taken where it never answers', async () => {
    const [warn, limit] = [jest.spyOn(Logger.prototype, 'warn'), new AbortController()];
    const limits = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    warn.mockImplementation(() => undefined);
    expect(await asking(() => limit.abort())).toBeUndefined();
    expect(limits.mock.calls).toEqual([[3_000]]);
    for (const each of [warn, limits]) each.mockRestore();
  });

  it.each<[string, RequestListener]>([
    ['answers 503', (_, response) => void response.writeHead(503).end()],
    [
      'redirects, to somebody who knows it',
      ({ url }, response) =>
        url!.startsWith('/range/')
          ? void response.writeHead(302, { location: '/elsewhere' }).end()
          : void response.end(`${digest.slice(5)}:12`),
    ],
    ['hangs up', ({ socket }) => void socket.destroy()],
  ])('one is taken where it %s, and the log says so without it', async (_, listener) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    expect(await asking(listener)).toBeUndefined();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(String(warn.mock.calls[0])).toMatch(/not looked up/);
    expect(String(warn.mock.calls[0])).not.toMatch(new RegExp(`horse|${digest.slice(0, 5)}`));
    warn.mockRestore();
  });
});
