import { type Language, languages } from '@storewright/entities';
import {
  Description,
  describeResource,
  IsIn,
  IsOmittable,
  IsText,
  type ResourceDeclaration,
} from '@storewright/json-api';
import { IsDisplayName, IsEmailAddress } from '@storewright/people';
import { type Role, roles } from '@storewright/scopes';
import { AreasInput, describedRole } from '../member.resource';

export class CreateInvitation extends AreasInput {
  @IsEmailAddress()
  @Description('Email address of the person.')
  email: string;

  @IsIn(roles)
  role: Role;
}

const described = {
  ...describedRole,
  email: { description: 'Whom it is for.' },
  status: {
    description: 'An expired one is pending until its time.',
    values: ['pending', 'expired', 'accepted', 'withdrawn'],
  },
  mail_status: {
    description: 'What became of the mail; retrying: it was not sent yet, and is tried again.',
    values: ['waiting', 'retrying', 'sent', 'failed'],
  },
  invited_by: { description: 'Today’s name of who has invited.' },
  created_at: { description: 'When it was made.' },
  expires_at: { description: 'Until when it can be accepted.' },
} as const;

/** Somebody is asked into the shop. */
export const invitations = describeResource({
  type: 'invitations',
  description: 'Somebody is asked into a shop, by a mail.',
  path: '/api/shops/:shop_id/invitations',
  attributes: {
    email: 'string',
    role: 'string',
    areas: 'string[]',
    status: 'string',
    mail_status: 'string',
    invited_by: 'string',
    created_at: 'timestamp',
    expires_at: 'timestamp',
  },
  described,
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  filters: {
    status: {
      description: 'Equals the value.',
      schema: { type: 'string', enum: described.status.values },
    },
  },
  create: CreateInvitation,
  errors: { create: ['insufficient_role', 'rate_limited', 'unavailable'] },
});

/** What whoever holds the link of the mail is shown. */
export const receivedInvitations = describeResource({
  type: 'invitations',
  name: 'ReceivedInvitation',
  description: 'An invitation, as whoever has its mail sees it.',
  path: '/api/invitation',
  singleton: true,
  attributes: {
    email: 'string',
    role: 'string',
    areas: 'string[]',
    shop_name: 'string',
    shop_domain: 'string',
    invited_by: 'string',
    has_account: 'boolean',
    expires_at: 'timestamp',
  },
  described: {
    ...described,
    shop_name: { description: 'What the shop is called.' },
    shop_domain: { description: 'The label in the host name of the shop.' },
    has_account: { description: 'Whether somebody has an account with this email.' },
  },
});

class WithToken {
  /** Of the link in the mail. */
  @IsText(1, 255)
  @Description('Token of the link in the invitation mail.')
  invitation_token: string;
}

export class CreateMembership extends WithToken {}

const acceptance = {
  type: 'accepted_invitations',
  description: 'An invitation that was accepted; the id is that of the shop.',
  path: '/api/accepted_invitations',
  attributes: { shop_domain: 'string' },
  described: { shop_domain: { description: 'The label in the host name of the shop.' } },
  errors: { create: ['invitation_ended', 'wrong_recipient', 'already_exists'] },
} satisfies ResourceDeclaration;

/** By somebody who is signed in. */
export const acceptedInvitations = describeResource({ ...acceptance, create: CreateMembership });

export class CreateInvitedOwner extends WithToken {
  @IsDisplayName()
  name: string;

  @IsText(1, 1024)
  @Description('Password of the person.')
  password: string;

  /** In which mails to the person are written. */
  @IsOmittable()
  @IsIn(languages)
  @Description('Language of mails to the person.')
  language?: Language;
}

/** By somebody new, who has an account then. */
export const invitedOwners = describeResource({
  type: 'owners',
  name: 'InvitedOwner',
  description: 'A person who has accepted an invitation and has an account since.',
  path: '/api/owners',
  attributes: { email: 'string', name: 'string', created_at: 'timestamp' },
  described: {
    email: { description: 'With which the person signs in.' },
    name: { description: 'What the person is called.' },
    created_at: { description: 'When the account was made.' },
  },
  create: CreateInvitedOwner,
  errors: { create: ['invitation_ended', 'already_exists', 'rate_limited'] },
});
