import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { type Language, Shop } from '@storewright/entities';
import {
  type ClaimedMail,
  foreignName,
  type LinkMail,
  MailContents,
  type MailText,
  mailTextsIn,
} from '@storewright/mail';
import { AdminPanel } from '@storewright/sessions';
import { digestBytes, mintToken } from '@storewright/tokens';
import { Invitation } from './invitation.entity';
import { invitationDays } from './invitations';

/** The mail with the link of an invitation. */
@Injectable()
export class InvitationMail implements LinkMail, OnModuleInit {
  constructor(
    private readonly database: AuthDatabase,
    private readonly panel: AdminPanel,
    private readonly contents: MailContents,
  ) {}

  onModuleInit(): void {
    this.contents.register('invitation', this);
  }

  /** Undefined where it was withdrawn meanwhile. The token is made now, in place of that of an earlier attempt; its seven days begin. */
  textOf({ id, email, shop_domain }: ClaimedMail, language: Language): Promise<MailText | undefined> {
    return this.database.transaction({}, async (transaction) => {
      const shop = await transaction.of(Shop).findOneBy({ domain: shop_domain! });
      if (!shop) return undefined;
      transaction.enter({ shop_id: shop.id });
      const token = mintToken('invitation');
      const update = transaction.of(Invitation).createQueryBuilder().update();
      const { affected } = await update
        .set({
          digest: digestBytes(token.digest),
          expires_at: () => 'now() + make_interval(days => :days)',
        })
        .where({ shop_id: shop.id, id, status: 'pending' })
        .setParameters({ days: invitationDays })
        .execute();
      if (!affected) return undefined;
      // Behind the #: it is sent to no server, stands in no log and in no Referer.
      const link = `${this.panel.address(shop.domain, '/invitation')}#${token.reveal()}`;
      const named = foreignName(shop.name, language);
      const texts = mailTextsIn(language);
      return { to: email, ...texts.invitation({ shop: named, link, days: invitationDays }) };
    });
  }

  async onSent({ id, shop_domain }: ClaimedMail): Promise<void> {
    await this.database.transaction({}, async (transaction) => {
      const shop = await transaction.of(Shop).findOneBy({ domain: shop_domain! });
      if (!shop) return;
      transaction.enter({ shop_id: shop.id });
      await transaction.of(Invitation).update({ shop_id: shop.id, id }, { mailed_at: () => 'now()' });
    });
  }
}
