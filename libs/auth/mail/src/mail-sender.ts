import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob } from '@storewright/database';
import { MailContents } from './mail-contents';
import { MAIL_TRANSPORT, type MailTransport } from './mail-transport';
import { type ClaimedMail, onMailQueued, OutgoingMails } from './outgoing-mails';

/**
 * Interval between polls of the email queue. This process sends the emails that it queued itself without
 * waiting for the next poll.
 */
const POLL_INTERVAL_MS = 10_000;
/** Delays in seconds between attempts to send an email. The last delay repeats. */
const RETRY_DELAYS_SECONDS = [10, 30, 60, 5 * 60, 15 * 60, 60 * 60];
/** Maximum number of attempts to send an email, which take about a day. The email is then deleted. */
const MAX_ATTEMPTS = 28;

/**
 * Sends queued emails one after the other, and retries a rejected email at increasing intervals. Without a
 * configured mail transport, security notices are deleted.
 */
@Injectable()
export class MailSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('mail');
  private unsubscribe: () => void = () => undefined;
  private readonly job = new PeriodicJob({
    everyMs: POLL_INTERVAL_MS,
    run: () => this.sendAll(),
    failed: (error) => this.log.warn({ err: error }, 'mails stay queued: the database is unavailable'),
  });

  constructor(
    private readonly mails: OutgoingMails,
    private readonly contents: MailContents,
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport | null,
  ) {}

  onApplicationBootstrap(): void {
    this.unsubscribe = onMailQueued(() => void this.job.run());
    this.job.start();
    void this.job.run();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.unsubscribe();
    return this.job.stop();
  }

  private async sendAll(): Promise<void> {
    for (let mail = await this.mails.claim(); mail; mail = await this.mails.claim()) {
      await this.send(mail);
      if (this.job.isStopping) return;
    }
  }

  private async send(mail: ClaimedMail): Promise<void> {
    try {
      const text = this.transport && (await this.contents.textOf(mail));
      if (text) await this.transport?.send(text);
    } catch (error) {
      return this.failed(mail, error as Error);
    }
    await this.contents.onSent(mail);
    await this.mails.delete(mail);
  }

  private async failed(mail: ClaimedMail, error: Error): Promise<void> {
    const { id, kind, attempts } = mail;
    if (attempts >= MAX_ATTEMPTS) {
      this.log.error(
        { mail: id, kind, err: withoutMessage(error) },
        'a mail was deleted after its last attempt',
      );
      return this.mails.delete(mail);
    }
    const seconds = RETRY_DELAYS_SECONDS[Math.min(attempts, RETRY_DELAYS_SECONDS.length) - 1]!;
    this.log.warn(
      { mail: id, kind, attempts, err: withoutMessage(error) },
      `a mail was not sent; next attempt in ${seconds} s`,
    );
    await this.mails.putOff(mail, seconds);
  }
}

/**
 * Removes the message from a mail server's error and keeps the error codes, because the message can contain
 * the recipient's address.
 */
function withoutMessage({
  name,
  code,
  responseCode,
}: Error & { code?: string; responseCode?: number }): object {
  return { name, code, responseCode };
}
