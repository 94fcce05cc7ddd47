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
import { INVITATION_DAYS } from './invitations';

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

  /**
   * Creates the email of an invitation with a new link, which is valid for seven days and replaces the link
   * of an earlier attempt. Returns undefined if the invitation was withdrawn.
   */
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
        .setParameters({ days: INVITATION_DAYS })
        .execute();
      if (!affected) return undefined;
      // Browsers never send the fragment of a URL, so the link token is absent from server logs and Referer
      // headers.
      const link = `${this.panel.address(shop.domain, '/invitation')}#${token.reveal()}`;
      const named = foreignName(shop.name, language);
      const texts = mailTextsIn(language);
      return { to: email, ...texts.invitation({ shop: named, link, days: INVITATION_DAYS }) };
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
