import { defineResource } from '@storewright/entities';
import { Description, describeResource, IsText } from '@storewright/json-api';
import { IsEmailAddress } from '@storewright/people';
import { IsShopDomain } from '@storewright/sessions';
import { EmailChange } from './email-change.entity';

export class CreateEmailChange {
  @IsEmailAddress()
  @Description('Email address of the person.')
  email: string;

  /** The shop from whose panel it is asked for: the links lead there. */
  @IsShopDomain()
  @Description('Domain of the shop whose panel the links in the mails open.')
  shop_domain: string;
}

/** Another email of a person, as that person sees it. */
export const emailChanges = defineResource(EmailChange, {
  type: 'email_changes',
  description: 'A change of one’s own email that waits to be confirmed at both addresses.',
  path: '/api/email_changes',
  create: CreateEmailChange,
});

export class CreateEmailConfirmation {
  /** Of the link. */
  @IsText(1, 255)
  @Description('Token of one of the two links that confirm an email address.')
  confirmation_token: string;
}

export const emailConfirmations = describeResource({
  type: 'email_confirmations',
  description: 'A change of an email, confirmed at one address.',
  path: '/api/email_confirmations',
  attributes: { email: 'string', is_changed: 'boolean' },
  described: {
    email: { description: 'The new address.' },
    is_changed: {
      description: 'Whether it is the email of the person now; false: the other address is missing.',
    },
  },
  create: CreateEmailConfirmation,
});
