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

/** How often it looks for mails that are due, ms; it is told of those that this process has put in. */
const everyMs = 10_000;
/** Until the next attempt, by those so far, in seconds; the last one again and again. */
const waits = [10, 30, 60, 5 * 60, 15 * 60, 60 * 60];
/** Then it is given up: after about a day. */
const MAX_ATTEMPTS = 28;

/**
 * Sends the queued mails one after the other. A mail that the server rejects is retried at growing intervals. On a platform without a transport, queued notices are
 * deleted.
 */
@Injectable()
export class MailSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('mail');
  private unsubscribe: () => void = () => undefined;
  private readonly job = new PeriodicJob({
    everyMs,
    run: () => this.sendAll(),
    failed: (error) => this.log.warn({ err: error }, 'mails wait: the database can not be asked for them'),
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
      this.log.error({ mail: id, kind, err: nameless(error) }, 'a mail was given up');
      return this.mails.delete(mail);
    }
    const seconds = waits[Math.min(attempts, waits.length) - 1]!;
    this.log.warn(
      { mail: id, kind, attempts, err: nameless(error) },
      `a mail was not sent; again in ${seconds} s`,
    );
    await this.mails.putOff(mail, seconds);
  }
}

/** What a mail server says may name whom the mail is for: of the error its code is logged. */
function nameless({ name, code, responseCode }: Error & { code?: string; responseCode?: number }): object {
  return { name, code, responseCode };
}
