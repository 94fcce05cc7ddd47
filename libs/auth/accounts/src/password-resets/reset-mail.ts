import { Injectable } from '@nestjs/common';
import type { MailText, ClaimedMail, MailTexts } from '@storewright/mail';
import { Owners } from '@storewright/people';
import { AdminPanel } from '@storewright/sessions';
import { PasswordResets, resetMinutes } from './password-resets';

/** The mail with the link that sets a new password. */
@Injectable()
export class ResetMail {
  constructor(
    private readonly owners: Owners,
    private readonly resets: PasswordResets,
    private readonly panel: AdminPanel,
  ) {}

  /** Undefined where nobody has this address. It goes to the address as the person has it, and not as somebody has typed it. */
  async textOf({ id, email, shop_domain }: ClaimedMail, texts: MailTexts): Promise<MailText | undefined> {
    if (shop_domain === null) return undefined;
    const owner = await this.owners.findByEmail(email);
    if (!owner) return undefined;
    const token = await this.resets.begin(owner.id, id);
    // Behind the #: it is sent to no server, stands in no log and in no Referer.
    const link = `${this.panel.address(shop_domain, '/reset-password')}#${token.reveal()}`;
    return { to: owner.email, ...texts.passwordReset({ link, minutes: resetMinutes }) };
  }
}
