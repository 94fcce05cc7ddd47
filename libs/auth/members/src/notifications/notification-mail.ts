import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Language, parseJson } from '@storewright/entities';
import {
  type ClaimedMail,
  foreignName,
  type LinkMail,
  MailContents,
  type MailText,
  mailTextsIn,
  type NoticeDetails,
  type NotificationMailKind,
  notificationMailKinds,
} from '@storewright/mail';
import { AdminPanel } from '@storewright/sessions';

/**
 * Creates the emails about notifications, which the database functions `auth.add_notifications` and
 * `auth.mail_of_objects` queue. The link opens a screen of the admin panel and contains no secret.
 */
@Injectable()
export class NotificationMail implements LinkMail, OnModuleInit {
  constructor(
    private readonly panel: AdminPanel,
    private readonly contents: MailContents,
  ) {}

  onModuleInit(): void {
    this.contents.register('notification', this);
  }

  /**
   * Creates the email about a notification. Returns undefined for a kind of notification that this version
   * does not know.
   */
  async textOf(
    { email, shop_domain, details }: ClaimedMail,
    language: Language,
  ): Promise<MailText | undefined> {
    const values = parseJson(details);
    const { notification, name = '', shop = '' } = values;
    const kind = notificationMailKinds.find((each) => each === notification);
    if (!kind || !shop_domain) return undefined;
    return {
      to: email,
      ...mailTextsIn(language).notification[kind]({
        app: foreignName(name, language),
        shop: foreignName(shop, language),
        link: this.panel.address(shop_domain, screenOf(kind, values)),
        settings: this.panel.address(shop_domain, '/account'),
      }),
    };
  }
}

/** Returns the path of the screen in the admin panel for the app or object of a notification. */
function screenOf(
  kind: NotificationMailKind,
  { installation_id = '', subject_id = '' }: NoticeDetails,
): string {
  if (kind === 'proposal_created') return `/proposals/${subject_id}`;
  return `/apps/${installation_id}${kind === 'permissions_requested' ? '' : '/webhooks'}`;
}
