import { defineResource, type Language, languages } from '@storewright/entities';
import { Description, IsIn, IsNullable, IsOmittable, IsText } from '@storewright/json-api';
import { Owner, IsDisplayName } from '@storewright/people';
import { ValidateIf } from 'class-validator';

/** Required if the other password is sent, or if nothing else is sent. */
const IsSentWithPassword = () =>
  ValidateIf(
    ({ name, language, current_password, password }: UpdateOwner) =>
      (name === undefined && language === undefined) ||
      current_password !== undefined ||
      password !== undefined,
  );

/** A new password requires the current one, so that somebody at an unattended browser cannot lock the person out. */
export class UpdateOwner {
  @IsOmittable()
  @IsDisplayName()
  name?: string;

  /** null is accepted only while no language is chosen. */
  @IsNullable()
  @IsIn(languages)
  @Description('Language of mails to the person.')
  language?: Language | null;

  @IsSentWithPassword()
  @IsText(1, 1024)
  @Description('Current password. Required with password.')
  current_password?: string;

  @IsSentWithPassword()
  @IsText(1, 1024)
  @Description('New password.')
  password?: string;
}

export const owners = defineResource(Owner, {
  type: 'owners',
  description: 'A person, as that person sees it.',
  path: '/api/owners',
  update: UpdateOwner,
});
