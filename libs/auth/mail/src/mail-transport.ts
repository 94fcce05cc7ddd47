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
  /** Throws where it could not be handed over. */
  send(mail: MailText): Promise<void>;
}
export const MAIL_TRANSPORT = Symbol('mail transport');

/** A server that says nothing is away after so long, in ms: well before somebody else may claim the mail. */
const silenceMs = 20_000;

/** As the operator has said; null: mails are not sent. */
export function mailTransport(settings: MailSettings | undefined): MailTransport | null {
  if (!settings) return null;
  return 'folder' in settings ? new MailFolder(settings) : new SmtpTransport(settings);
}

/** Options of nodemailer. They do not affect smtps://, which is encrypted from its first byte. */
const tlsOptions: Readonly<Record<SmtpTls, { requireTLS: boolean; ignoreTLS: boolean }>> = {
  required: { requireTLS: true, ignoreTLS: false },
  optional: { requireTLS: false, ignoreTLS: false },
  off: { requireTLS: false, ignoreTLS: true },
};

class SmtpTransport implements MailTransport {
  private readonly smtp;

  constructor({ smtpUrl, smtpTls, from }: Extract<MailSettings, { smtpUrl: string }>) {
    const waits = { connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs };
    // Nothing of a mail is fetched from a file or an address.
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
    // An address, and not a list of them.
    await this.smtp.sendMail({ to: { name: '', address: to }, subject, text });
  }
}

/** nodemailer prefers options in the query of the URL. Of these, SMTP_TLS alone decides. */
function withoutTlsOptions(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure']) url.searchParams.delete(name);
  return url.href;
}

/** For development: each mail is a file, to be read on the page that `npm start` serves. */
class MailFolder implements MailTransport {
  constructor(private readonly settings: Extract<MailSettings, { folder: string }>) {}

  async send({ to, subject, text }: MailText): Promise<void> {
    const { folder, from } = this.settings;
    const date = new Date();
    const name = `${date.toISOString().replaceAll(/[:.]/g, '-')}-${Math.random().toString(36).slice(2, 8)}`;
    const headers = { Date: date.toUTCString(), From: from, To: to, Subject: subject };
    const lines = Object.entries(headers).map(([header, value]) => `${header}: ${oneLine(value)}`);
    await mkdir(folder, { recursive: true });
    // Whole, or not there yet.
    const file = join(folder, `.${name}`);
    await writeFile(file, `${lines.join('\n')}\n\n${text}`, { mode: 0o600 });
    await rename(file, join(folder, `${name}.txt`));
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}
