import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Language } from '@storewright/entities';
import { type ClaimedMail, type LinkMail, MailContents, type MailText, mailTextsIn } from '@storewright/mail';
import { Owners } from '@storewright/people';
import { AdminPanel } from '@storewright/sessions';
import { PasswordResets, RESET_LINK_MINUTES } from './password-resets';

@Injectable()
export class ResetMail implements LinkMail, OnModuleInit {
  constructor(
    private readonly owners: Owners,
    private readonly resets: PasswordResets,
    private readonly panel: AdminPanel,
    private readonly contents: MailContents,
  ) {}

  onModuleInit(): void {
    this.contents.register('password_reset', this);
  }

  /**
   * Creates the password reset email, or returns undefined if no account has the submitted address. The
   * recipient is the address of the account, whose spelling can differ.
   */
  async textOf({ id, email, shop_domain }: ClaimedMail, language: Language): Promise<MailText | undefined> {
    if (shop_domain === null) return undefined;
    const owner = await this.owners.findByEmail(email);
    if (!owner) return undefined;
    const token = await this.resets.begin(owner.id, id);
    // Browsers never send the fragment of a URL, so the link token is absent from server logs and Referer
    // headers.
    const link = `${this.panel.address(shop_domain, '/reset-password')}#${token.reveal()}`;
    return { to: owner.email, ...mailTextsIn(language).passwordReset({ link, minutes: RESET_LINK_MINUTES }) };
  }
}
