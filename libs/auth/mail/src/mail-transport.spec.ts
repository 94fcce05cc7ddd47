import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { SmtpTls } from '@storewright/config';
import { mailTransport } from './mail-transport';

const mail = { to: 'ada@example.test', subject: 'Hello', text: 'A secret link' };

let server: Server;
let received: string[];

/** A mail server without STARTTLS. It accepts any password and any mail. */
beforeEach(async () => {
  received = [];
  server = createServer((socket) => {
    let isData = false;
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      received.push(text);
      if (text.startsWith('EHLO')) socket.write('250-here\r\n250 AUTH PLAIN\r\n');
      else if (isData && !text.endsWith('\r\n.\r\n')) return;
      else if (text.startsWith('AUTH')) socket.write('235 welcome\r\n');
      else if (text.startsWith('STARTTLS')) socket.write('502 unknown\r\n');
      else if (text.startsWith('QUIT')) socket.end('221 bye\r\n');
      else {
        isData = text.startsWith('DATA');
        socket.write(isData ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

const sendWith = (smtpTls: SmtpTls, query = '') => {
  const { port } = server.address() as AddressInfo;
  const smtpUrl = `smtp://user:hunter2@127.0.0.1:${port}${query}`;
  return mailTransport({ from: 'no-reply@shops.example', smtpUrl, smtpTls })!.send(mail);
};
const sent = () => received.join('');

describe('SmtpTransport with a mail server without STARTTLS', () => {
  it.each(['', '?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true', '?secure=false'])(
    'sends neither password nor email if SMTP_TLS=required, even with the URL query "%s"',
    async (query) => {
      await expect(sendWith('required', query)).rejects.toThrow();
      expect(received[0]).toMatch(/^EHLO/);
      expect(sent()).not.toMatch(/AUTH|MAIL FROM|DATA/);
    },
  );

  it.each(['optional', 'off'] as const)('sends the email unencrypted if SMTP_TLS=%s', async (smtpTls) => {
    await sendWith(smtpTls);
    expect(sent()).toContain('A secret link');
  });
});
