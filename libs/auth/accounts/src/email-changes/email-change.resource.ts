import { defineResource } from '@storewright/entities';
import { Description, describeResource, IsText } from '@storewright/json-api';
import { IsEmailAddress } from '@storewright/people';
import { IsShopDomain } from '@storewright/sessions';
import { EmailChange } from './email-change.entity';

export class CreateEmailChange {
  @IsEmailAddress()
  @Description('New email address of the person.')
  email: string;

  @IsShopDomain()
  @Description('Domain of the shop whose panel the links in the emails open.')
  shop_domain: string;
}

export const emailChanges = defineResource(EmailChange, {
  type: 'email_changes',
  description:
    'A pending change of a person’s email address. Both the current and the new address must confirm it.',
  path: '/api/email_changes',
  create: CreateEmailChange,
});

export class CreateEmailConfirmation {
  @IsText(1, 255)
  @Description('Token from one of the two links that confirm an email change.')
  confirmation_token: string;
}

export const emailConfirmations = describeResource({
  type: 'email_confirmations',
  description: 'Confirmation of an email change by one of the two email addresses.',
  path: '/api/email_confirmations',
  attributes: { email: 'string', is_changed: 'boolean' },
  described: {
    email: { description: 'New email address.' },
    is_changed: {
      description:
        'Whether the email address has changed. false means that the second address must confirm it first.',
    },
  },
  create: CreateEmailConfirmation,
});
