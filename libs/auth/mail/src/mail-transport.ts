import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailSettings, SmtpTls } from '@storewright/config';
import { createTransport } from 'nodemailer';

export interface MailText {
  to: string;
  subject: string;
  text: string;
}

export interface MailTransport {
  /** Sends an email. Throws if the mail server did not accept it. */
  send(mail: MailText): Promise<void>;
}
export const MAIL_TRANSPORT = Symbol('mail transport');

/**
 * Timeout for an unresponsive mail server, shorter than the lease of a queued email (LEASE_SECONDS), so that
 * no other process sends the same email.
 */
const TIMEOUT_MS = 20_000;

/** Creates the mail transport. Returns null if the operator configured none. */
export function mailTransport(settings: MailSettings | undefined): MailTransport | null {
  if (!settings) return null;
  return 'folder' in settings ? new MailFolder(settings) : new SmtpTransport(settings);
}

/** TLS options of nodemailer for smtp:// URLs. smtps:// URLs always use TLS. */
const tlsOptions: Readonly<Record<SmtpTls, { requireTLS: boolean; ignoreTLS: boolean }>> = {
  required: { requireTLS: true, ignoreTLS: false },
  optional: { requireTLS: false, ignoreTLS: false },
  off: { requireTLS: false, ignoreTLS: true },
};

class SmtpTransport implements MailTransport {
  private readonly smtp;

  constructor({ smtpUrl, smtpTls, from }: Extract<MailSettings, { smtpUrl: string }>) {
    const waits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    // Prevents nodemailer from reading parts of an email from files or URLs.
    const options = {
      url: withoutTlsOptions(smtpUrl),
      ...waits,
      ...tlsOptions[smtpTls],
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    this.smtp = createTransport(options, { from });
  }

  async send({ to, subject, text }: MailText): Promise<void> {
    // Passes the recipient as an object, because nodemailer parses a string as a list of addresses.
    await this.smtp.sendMail({ to: { name: '', address: to }, subject, text });
  }
}

/**
 * Removes TLS options from the query string of the SMTP URL, because nodemailer would prefer these options to
 * SMTP_TLS.
 */
function withoutTlsOptions(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure']) url.searchParams.delete(name);
  return url.href;
}

/** Mail transport for development, which writes emails to files. The page of `npm start` shows the emails. */
class MailFolder implements MailTransport {
  constructor(private readonly settings: Extract<MailSettings, { folder: string }>) {}

  async send({ to, subject, text }: MailText): Promise<void> {
    const { folder, from } = this.settings;
    const date = new Date();
    const name = `${date.toISOString().replaceAll(/[:.]/g, '-')}-${Math.random().toString(36).slice(2, 8)}`;
    const headers = { Date: date.toUTCString(), From: from, To: to, Subject: subject };
    const lines = Object.entries(headers).map(([header, value]) => `${header}: ${oneLine(value)}`);
    await mkdir(folder, { recursive: true });
    // Renames the file after writing it, so that readers never see an incomplete email.
    const file = join(folder, `.${name}`);
    await writeFile(file, `${lines.join('\n')}\n\n${text}`, { mode: 0o600 });
    await rename(file, join(folder, `${name}.txt`));
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}
