import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Language, parseJson } from '@storewright/entities';
import {
  type ClaimedMail,
  foreignName,
  type LinkMail,
  MailContents,
  type MailText,
  mailTextsIn,
  notificationMailKinds,
} from '@storewright/mail';
import { AdminPanel } from '@storewright/sessions';

/** Creates the mail of a notification, which `auth.add_notifications` has queued. */
@Injectable()
export class NotificationMail implements LinkMail, OnModuleInit {
  constructor(
    private readonly panel: AdminPanel,
    private readonly contents: MailContents,
  ) {}

  onModuleInit(): void {
    this.contents.register('notification', this);
  }

  /** Returns undefined for a kind that only a newer version of the service knows. */
  async textOf(
    { email, shop_domain, details }: ClaimedMail,
    language: Language,
  ): Promise<MailText | undefined> {
    const { notification, installation_id = '', name = '', shop = '' } = parseJson(details);
    const kind = notificationMailKinds.find((each) => each === notification);
    if (!kind || !shop_domain) return undefined;
    const screen = kind === 'permissions_requested' ? '' : '/webhooks';
    return {
      to: email,
      ...mailTextsIn(language).notification[kind]({
        app: foreignName(name, language),
        shop: foreignName(shop, language),
        link: this.panel.address(shop_domain, `/apps/${installation_id}${screen}`),
        settings: this.panel.address(shop_domain, '/account'),
      }),
    };
  }
}
