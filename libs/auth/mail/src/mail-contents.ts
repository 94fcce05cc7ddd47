import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Language, parseJson } from '@storewright/entities';
import { Owners } from '@storewright/people';
import type { MailText } from './mail-transport';
import { type LinkMailKind, linkMailKinds, type MailKind } from './outgoing-mail.entity';
import type { ClaimedMail } from './outgoing-mails';
import { mailLanguage } from './texts/mail-texts';
import { noticeText } from './texts/notice-text';

/** Creates the emails of one feature, such as invitations. */
export interface LinkMail {
  /**
   * Creates the text of an email. Returns undefined if the email is obsolete, for example because the
   * invitation was withdrawn.
   */
  textOf(mail: ClaimedMail, language: Language): Promise<MailText | undefined>;
  onSent?(mail: ClaimedMail): Promise<void>;
}

/**
 * Creates the text of a queued email when the email is sent. Features register the emails that contain links.
 */
@Injectable()
export class MailContents implements OnApplicationBootstrap {
  private readonly linkMails = new Map<MailKind, LinkMail>();

  constructor(private readonly owners: Owners) {}

  register(kind: LinkMailKind, mail: LinkMail): void {
    this.linkMails.set(kind, mail);
  }

  /** Throws at startup if no feature has registered a kind of email with links. */
  onApplicationBootstrap(): void {
    const missing = linkMailKinds.filter((kind) => !this.linkMails.has(kind));
    if (missing.length > 0) throw new Error(`no module registers the mails ${missing.join(', ')}`);
  }

  async textOf(mail: ClaimedMail): Promise<MailText | undefined> {
    const { kind, email, details } = mail;
    const language = mailLanguage(await this.languageOf(mail));
    if (isLinkMail(kind)) return this.linkMails.get(kind)!.textOf(mail, language);
    return { to: email, ...noticeText(language, kind, parseJson(details)) };
  }

  async onSent(mail: ClaimedMail): Promise<void> {
    await this.linkMails.get(mail.kind)?.onSent?.(mail);
  }

  /**
   * Returns the language that the recipient of an email has chosen. Defaults to the language of the person
   * whose request caused the email.
   */
  private async languageOf({ email, language }: ClaimedMail): Promise<Language | null> {
    return (await this.owners.findByEmail(email))?.language ?? language;
  }
}

function isLinkMail(kind: MailKind): kind is LinkMailKind {
  return linkMailKinds.some((each) => each === kind);
}
