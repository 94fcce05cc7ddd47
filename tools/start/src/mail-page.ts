import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const MAX_MAILS = 50;
const NO_MAILS = '<p>No mails yet. Reload this page to check again.</p>';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export interface MailPage {
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves a page with the emails in a folder, newest first, to this machine only. If `port` is in use, uses a
 * free port.
 */
export async function serveMails(folder: string, port: number): Promise<MailPage> {
  const server = createServer(({ headers: { host = '' } }, response) => {
    // Rejects host names of other machines, so that a DNS rebinding attack cannot read the emails.
    const isOurs = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(host);
    response.writeHead(isOurs ? 200 : 404, headers).end(isOurs ? pageOf(folder) : '');
  });
  await listen(server, port).catch(() => listen(server, 0));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

function pageOf(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.txt')) : [];
  const mails = names
    .sort()
    .reverse()
    .slice(0, MAX_MAILS)
    .map((name) => mailOf(readFileSync(join(folder, name), 'utf8')));
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mails</title>' +
    '<meta name="viewport" content="width=device-width"></head>' +
    `<body><main><h1>Mails</h1>${mails.join('') || NO_MAILS}</main></body></html>`
  );
}

function mailOf(mail: string): string {
  const [head = '', ...rest] = mail.split('\n\n');
  const subject = /^Subject: (.*)$/m.exec(head)?.[1] ?? '';
  const text = escaped(rest.join('\n\n')).replaceAll(
    /https?:\/\/[^\s<>&"']+/g,
    (link) => `<a href="${link}" rel="noreferrer">${link}</a>`,
  );
  return `<article><h2>${escaped(subject)}</h2><p>${lines(escaped(head))}</p><p>${lines(text)}</p></article><hr>`;
}

function lines(text: string): string {
  return text.trim().replaceAll('\n', '<br>');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
