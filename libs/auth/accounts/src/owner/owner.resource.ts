import { defineResource, type Language, languages } from '@storewright/entities';
import { Description, IsIn, IsNullable, IsOmittable, IsText } from '@storewright/json-api';
import { Owner, IsDisplayName } from '@storewright/people';
import { ValidateIf } from 'class-validator';

/**
 * Requires the current and the new password, unless the request changes only the name or the language.
 */
const IsSentWithPassword = () =>
  ValidateIf(
    ({ name, language, current_password, password }: UpdateOwner) =>
      (name === undefined && language === undefined) ||
      current_password !== undefined ||
      password !== undefined,
  );

/**
 * A new password requires the current one, so that a stranger at an unattended browser cannot lock the person
 * out.
 */
export class UpdateOwner {
  @IsOmittable()
  @IsDisplayName()
  name?: string;

  /** Language of emails to the person. null means that the person has not chosen a language. */
  @IsNullable()
  @IsIn(languages)
  @Description('Language of emails to the person.')
  language?: Language | null;

  @IsSentWithPassword()
  @IsText(1, 1024)
  @Description('Current password. Required if password is sent.')
  current_password?: string;

  @IsSentWithPassword()
  @IsText(1, 1024)
  @Description('New password.')
  password?: string;
}

export const owners = defineResource(Owner, {
  type: 'owners',
  description: 'The account of the signed-in person.',
  path: '/api/owners',
  update: UpdateOwner,
});
