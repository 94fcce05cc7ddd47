import { Description, describeResource, IsText } from '@storewright/json-api';
import { IsShopDomain } from '@storewright/sessions';

export class CreatePasswordReset {
  @IsText(3, 320)
  @Description('Email address of the person.')
  email: string;

  @IsShopDomain()
  @Description('Domain of the shop whose panel the links in the emails open.')
  shop_domain: string;
}

export const passwordResets = describeResource({
  description: 'A request to send a password reset link by email. GET cannot return it.',
  type: 'password_resets',
  path: '/api/password_resets',
  attributes: {},
  create: CreatePasswordReset,
});

export class CreatePassword {
  @IsText(1, 255)
  @Description('Token from the password reset link.')
  reset_token: string;

  @IsText(1, 1024)
  @Description('New password.')
  password: string;
}

export const newPasswords = describeResource({
  description: 'A new password that replaces a forgotten one. A password reset link authorizes it.',
  type: 'passwords',
  path: '/api/passwords',
  attributes: {},
  create: CreatePassword,
});
