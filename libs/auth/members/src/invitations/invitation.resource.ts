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
  email: { description: 'Email address of the invited person.' },
  status: {
    description: 'Status of the invitation. A pending invitation becomes expired at expires_at.',
    values: ['pending', 'expired', 'accepted', 'withdrawn'],
  },
  mail_status: {
    description:
      'Status of the invitation email. retrying means that the last attempt failed and will be repeated.',
    values: ['waiting', 'retrying', 'sent', 'failed'],
  },
  invited_by: { description: 'Current name of the person who sent the invitation.' },
  created_at: { description: 'Time at which the invitation was created.' },
  expires_at: { description: 'Time until which the invitation can be accepted.' },
} as const;

export const invitations = describeResource({
  type: 'invitations',
  description: 'An invitation to a shop, sent by email.',
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
  relationships: {
    shop: { type: 'shops', column: 'shop_id' },
    custom_role: { type: 'roles', column: 'role_id', writable: ['create'] },
  },
  filters: {
    status: {
      schema: { type: 'string', enum: described.status.values },
    },
  },
  create: CreateInvitation,
  errors: { create: ['insufficient_role', 'rate_limited', 'unavailable'] },
});

export const receivedInvitations = describeResource({
  type: 'invitations',
  name: 'ReceivedInvitation',
  description: 'An invitation as the holder of its link sees it.',
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
    shop_name: { description: 'Name of the shop.' },
    shop_domain: { description: 'Label of the shop in its host name.' },
    has_account: { description: 'Whether the invited email address has an account.' },
  },
});

class WithToken {
  @IsText(1, 255)
  @Description('Token from the link in the invitation email.')
  invitation_token: string;
}

export class CreateMembership extends WithToken {}

const acceptance = {
  type: 'accepted_invitations',
  description: 'An accepted invitation. Its id is the id of the shop.',
  path: '/api/accepted_invitations',
  attributes: { shop_domain: 'string' },
  described: { shop_domain: { description: 'Label of the shop in its host name.' } },
  errors: { create: ['invitation_ended', 'wrong_recipient', 'already_exists'] },
} satisfies ResourceDeclaration;

/** Response to a signed-in person who accepts an invitation to a shop. */
export const acceptedInvitations = describeResource({ ...acceptance, create: CreateMembership });

export class CreateInvitedOwner extends WithToken {
  @IsDisplayName()
  name: string;

  @IsText(1, 1024)
  @Description('Password for the new account.')
  password: string;

  @IsOmittable()
  @IsIn(languages)
  @Description('Language of emails to the person.')
  language?: Language;
}

/** Response to a person who creates an account by accepting an invitation to a shop. */
export const invitedOwners = describeResource({
  type: 'owners',
  name: 'InvitedOwner',
  description: 'A person whose account was created by accepting an invitation.',
  path: '/api/owners',
  attributes: { email: 'string', name: 'string', created_at: 'timestamp' },
  described: {
    email: { description: 'Email address with which the person signs in.' },
    name: { description: 'Name of the person.' },
    created_at: { description: 'Time at which the account was created.' },
  },
  create: CreateInvitedOwner,
  errors: { create: ['invitation_ended', 'already_exists', 'rate_limited'] },
});
