import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AuthDatabase, PeriodicJob } from '@storewright/database';
import { type JsonText, type Language, parseJson } from '@storewright/entities';
import {
  type ClaimedMail,
  foreignName,
  insertMails,
  type LinkMail,
  MailContents,
  type MailText,
  mailTextsIn,
  type NoticeDetails,
} from '@storewright/mail';
import { ISSUER } from '../oauth/issuer';
import { declaredNames } from './api-declarations.entity';

const INTERVAL_MS = 60 * 60 * 1000;

interface NewNotice extends Record<string, unknown> {
  app_id: string;
  email: string;
  name: string;
  features: string[];
}

const addNotices = {
  name: 'add-deprecation-notices',
  text: 'SELECT app_id, email, name, features FROM auth.add_deprecation_notices($1::text[])',
};

/**
 * Notifies developers by email about deprecated features that their app declares in its API contract or uses in
 * requests. Reports each feature of an app once. One email can list several features.
 */
@Injectable()
export class DeprecationNotices implements LinkMail, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('deprecation-notices');
  private readonly job = new PeriodicJob({
    everyMs: INTERVAL_MS,
    run: () => this.send(),
    failed: (error) => this.log.warn({ err: error }, 'developers were not notified of deprecations'),
  });

  constructor(
    private readonly database: AuthDatabase,
    @Inject(ISSUER) private readonly issuer: string,
    contents: MailContents,
  ) {
    contents.register('deprecation', this);
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /**
   * Queues one email for each app that uses newly deprecated features, in the transaction that stores the
   * notices.
   */
  async send(): Promise<void> {
    const { deprecated = {} } = (await declaredNames(this.database)) ?? {};
    const features = Object.keys(deprecated);
    if (features.length === 0) return;
    await this.database.transaction({}, async (transaction) => {
      const notices = await transaction.query<NewNotice>({ ...addNotices, values: [features] });
      if (notices.length === 0) return;
      await insertMails(
        transaction,
        notices.map(({ email, name, features: used }) => {
          const deprecations = used.map((feature) => ({ feature, ...deprecated[feature]! }));
          const details = JSON.stringify({ name, deprecations }) as JsonText<NoticeDetails>;
          return { kind: 'deprecation' as const, email, shop_domain: null, details };
        }),
      );
    });
  }

  async textOf({ email, details }: ClaimedMail, language: Language): Promise<MailText> {
    const { name = '', deprecations = [] } = parseJson(details);
    const app = foreignName(name, language);
    const link = `${this.issuer}/docs/api-changes/`;
    return { to: email, ...mailTextsIn(language).deprecation({ app, deprecations, link }) };
  }
}
