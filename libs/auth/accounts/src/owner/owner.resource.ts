import { defineResource, type Language, languages } from '@storewright/entities';
import { Description, IsIn, IsNullable, IsOmittable, IsText } from '@storewright/json-api';
import { Owner, IsDisplayName } from '@storewright/people';
import { ValidateIf } from 'class-validator';

/** Both where one of them is sent, and where nothing else is. */
const IsSentWithPassword = () =>
  ValidateIf(
    ({ name, language, current_password, password }: UpdateOwner) =>
      (name === undefined && language === undefined) ||
      current_password !== undefined ||
      password !== undefined,
  );

/** Another name or language; or a new password, with the one before: who finds a signed-in browser must not lock its owner out. */
export class UpdateOwner {
  @IsOmittable()
  @IsDisplayName()
  name?: string;

  /** null: none is chosen yet, which stays so. */
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

/** A person, as that person sees it. */
export const owners = defineResource(Owner, {
  type: 'owners',
  description: 'A person, as that person sees it.',
  path: '/api/owners',
  update: UpdateOwner,
});
