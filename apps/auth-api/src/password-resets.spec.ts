import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '@storewright/testing';
import { mintToken } from '@storewright/tokens';
import {
  anOwnedShop,
  anOwner,
  authApi,
  newObject,
  signInNotice,
  type TestOwner,
  type TestService,
} from './testing/test-service';

const next = 'Neues Paßwort 🔒 mit Wörtern';

describe('password reset', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-mails-'));
  const lines: string[] = [];
  let service: TestService;
  let owner: TestOwner;
  beforeAll(async () => {
    const mail = { MAIL_FOLDER: folder, MAIL_FROM: 'Storewright <no-reply@shops.example>' };
    const environment = { ...mail, ADMIN_URL: 'https://{shop}.shops.example', TRUSTED_PROXIES: '127.0.0.1' };
    service = await authApi(environment, (line) => lines.push(line));
  });
  // Clients use different addresses, because limits count each network.
  let network = 0;
  let from: Record<string, string>;
  beforeEach(async () => {
    from = { 'x-forwarded-for': `10.1.${(network += 1)}.1` };
    owner = await anOwner(service);
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const ask = (email: string, shop_domain = 'demo-shop') =>
    service.api.post('/api/password_resets', newObject('password_resets', { email, shop_domain }), {
      headers: from,
    });
  const set = (reset_token: string, password = next) =>
    service.api.post('/api/passwords', newObject('passwords', { reset_token, password }), { headers: from });
  const signIn = (password: string) =>
    service.api.post('/api/sessions', newObject('sessions', { email: owner.email, password }));
  const mailsTo = (email: string): string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => text.includes(`To: ${email}\n`) && !signInNotice.test(text));
  const noneWaits = () =>
    until('every mail is sent', async () => {
      const rows = await service.database.query('SELECT 1 FROM auth.outgoing_mails');
      return rows.length === 0;
    });

  /** Returns the token in the link of the newest mail. */
  async function linked(): Promise<string> {
    expect((await ask(owner.email.toUpperCase())).status).toBe(204);
    await noneWaits();
    const [, token] = /reset-password#(swp_\w+)/.exec(mailsTo(owner.email).at(-1)!)!;
    return token!;
  }

  it('sends a link to the panel of the shop by email, and the new password ends every session', async () => {
    const shop = await anOwnedShop(service, owner);
    const token = await linked();
    expect(mailsTo(owner.email)[0]).toContain(
      `https://demo-shop.shops.example/admin/reset-password#${token}`,
    );
    const answer = await set(token);
    expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([204, '', 'no-store']);
    await noneWaits();
    expect(mailsTo(owner.email)[1]).toContain('Subject: Your password was changed\n');
    expect((await owner.api.get('/api/sessions/current')).status).toBe(401);
    expect([(await signIn(owner.password)).status, (await signIn(next)).status]).toEqual([401, 201]);
    const api = service.api.as((await signIn(next)).body.data.attributes.token as string);
    const { body } = await api.get(`${shop.path}/audit_entries?filter[kind]=owners.password_changed`);
    expect(body.data[0].attributes.detail).toEqual({
      by: 'a link sent to their email',
      address: from['x-forwarded-for'],
    });
  });

  it.each([
    ['the browser if the person has not chosen a language', undefined, 'Neues Passwort festlegen'],
    ['the person if the person has chosen a language', 'en', 'Set a new password'],
  ])('sends the link in the language of %s', async (_, language, words) => {
    if (language)
      await owner.api.patch('/api/owners/current', {
        data: { type: 'owners', id: 'current', attributes: { language } },
      });
    from['accept-language'] = 'fr, de-AT;q=0.9, en;q=0.5';
    expect((await ask(owner.email)).status).toBe(204);
    await noneWaits();
    expect(mailsTo(owner.email).at(-1)).toContain(`\nSubject: ${words}`);
  });

  it('accepts a reset link once, even for concurrent requests, and revokes all earlier links', async () => {
    const [first, second] = [await linked(), await linked()];
    const statuses = (await Promise.all([1, 2, 3].map(() => set(second)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 422, 422]);
    for (const token of [first, second]) {
      const answer = await set(token, 'Something else entirely, again');
      expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([
        422,
        '/data/attributes/reset_token',
      ]);
    }
  });

  it('rejects a reset link after half an hour', async () => {
    const token = await linked();
    await service.database.query(
      `UPDATE auth.password_resets SET expires_at = expires_at - interval '30 minutes' WHERE owner_id = $1`,
      [owner.id],
    );
    expect((await set(token)).status).toBe(422);
    expect((await signIn(owner.password)).status).toBe(201);
  });

  it.each([
    ['the current password', () => owner.password, 'must differ from the current password'],
    ['easy to guess', () => 'storewright1', 'too easy to guess'],
    ['too short', () => 'x', 'at least 8 characters'],
  ])('keeps the reset link valid if the new password is %s', async (_, password, detail) => {
    const token = await linked();
    const answer = await set(token, password());
    expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/password']);
    expect(answer.body.errors[0].detail).toContain(detail);
    expect((await set(token)).status).toBe(204);
  });

  it('returns the same response for an address without an account, without sending an email', async () => {
    const nobody = `nobody-${randomUUID()}@example.test`;
    const answers = [await ask(owner.email), await ask(nobody)];
    const [known, unknown] = answers.map(({ status, text, headers }) => [
      status,
      text,
      Object.keys(headers).sort(),
    ]);
    expect(known).toEqual(unknown);
    await noneWaits();
    expect([mailsTo(owner.email).length, mailsTo(nobody).length]).toEqual([1, 0]);
  });

  it('sends at most three emails in 15 minutes to an address with or without an account', async () => {
    for (const email of [owner.email, `nobody-${randomUUID()}@example.test`]) {
      const statuses: number[] = [];
      for (let at = 0; at < 4; at += 1) statuses.push((await ask(email)).status);
      expect(statuses).toEqual([204, 204, 204, 429]);
    }
  });

  it('is possible from a known device or a new network after other people exhausted the limits', async () => {
    const signedIn = await signIn(owner.password);
    const [cookie] = /storewright_device=[^;]+/.exec(String(signedIn.headers['set-cookie']))!;
    for (let at = 0; at < 4; at += 1) await ask(owner.email);
    from = { 'x-forwarded-for': `10.1.${(network += 1)}.1` };
    expect((await ask(owner.email)).status).toBe(204);
    for (let other = 0; other < 4; other += 1) {
      from = { 'x-forwarded-for': `10.1.${(network += 1)}.1` };
      for (let at = 0; at < 3; at += 1) await ask(owner.email);
    }
    expect((await ask(owner.email)).status).toBe(429);
    from = { ...from, cookie };
    expect((await ask(owner.email)).status).toBe(204);
  });

  it('accepts a valid reset link after a client in the same network tried 31 unknown links', async () => {
    const token = await linked();
    const unknown = mintToken('password_reset').reveal();
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) statuses.push((await set(unknown)).status);
    expect([statuses[29], statuses[30]]).toEqual([422, 429]);
    expect((await set(token)).status).toBe(204);
  });

  it('sends links only to panels of shops', async () => {
    for (const domain of ['evil.example', 'evil.example/', 'a@b', 'A', '', `${'x'.repeat(64)}`])
      expect([domain, (await ask(owner.email, domain)).status]).toEqual([domain, 422]);
  });

  it.each(['', 'swp_x', `sws_${'0'.repeat(46)}`])('rejects the reset token %j', async (token) => {
    expect((await set(token)).status).toBe(422);
  });

  it('stores no reset token in the database, and logs neither the token nor the address', async () => {
    const token = await linked();
    const rows = await service.database.query('SELECT to_jsonb(r) AS row FROM auth.password_resets r');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
    const log = lines.join('\n');
    expect(log.includes(token) || log.includes(owner.email)).toBe(false);
  });
});

describe('emails about password resets', () => {
  /** Starts a mail server that accepts every mail (RFC 5321). */
  async function aMailServer(port: number) {
    const received: string[] = [];
    const server = createServer((socket) => {
      let data: string | undefined;
      socket.write('220 ready\r\n');
      socket.on('data', (chunk) => {
        const text = chunk.toString();
        if (data !== undefined) {
          data += text;
          if (!data.endsWith('\r\n.\r\n')) return;
          received.push(data);
          data = undefined;
          socket.write('250 taken\r\n');
        } else if (text.startsWith('DATA')) {
          data = '';
          socket.write('354 go on\r\n');
        } else socket.write(text.startsWith('QUIT') ? '221 bye\r\n' : '250 fine\r\n');
      });
      socket.on('error', () => undefined);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return { received, port, stop: () => server.close() };
  }

  it(
    'keeps a mail while the mail server is unavailable, and another process sends it once when the ' +
      'server is back',
    async () => {
      const first = await aMailServer(await freePort());
      first.stop();
      const mail = {
        SMTP_URL: `smtp://127.0.0.1:${first.port}`,
        SMTP_TLS: 'off',
        MAIL_FROM: 'no-reply@shops.example',
      };
      const service = await authApi(mail);
      const owner = await anOwner(service);
      // Deletes the mail about the sign-in.
      await service.database.query('DELETE FROM auth.outgoing_mails');
      const ask = (email: string) =>
        service.api.post(
          '/api/password_resets',
          newObject('password_resets', { email, shop_domain: 'demo-shop' }),
        );
      expect((await ask(owner.email)).status).toBe(204);
      const waiting = () =>
        service.database.query<{ attempts: number; later: boolean }>(
          `SELECT attempts, next_attempt_at BETWEEN now() + interval '1 second' AND now() + interval ` +
            `'11 seconds' AS later FROM auth.outgoing_mails`,
        );
      await until('it was tried', async () => (await waiting())[0]?.later === true);
      expect(await waiting()).toEqual([{ attempts: 1, later: true }]);

      const server = await aMailServer(first.port);
      await service.database.query('UPDATE auth.outgoing_mails SET next_attempt_at = now()');
      // Another request wakes the sender.
      await ask('nobody@example.test');
      await until('it is sent', async () => (await waiting()).length === 0);
      expect(server.received).toHaveLength(1);
      expect(server.received[0]).toContain(`To: ${owner.email.replace('Example', 'example')}`);
      server.stop();
      await service.stop();
    },
  );

  it('returns 503 if the operator configured no mail transport', async () => {
    const service = await authApi();
    const data = newObject('password_resets', { email: 'a@b.example', shop_domain: 'demo-shop' });
    const { status, body } = await service.api.post('/api/password_resets', data);
    expect([status, body.errors[0].meta]).toEqual([503, { reason: 'no_mail' }]);
    await service.stop();
  });
});
