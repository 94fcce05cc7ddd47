import { defineResource, Owner } from '@storewright/entities';
import { IsString } from '@storewright/json-api';

/** A new password, with the one before: who finds a signed-in browser must not lock its owner out. */
export class UpdateOwner {
  @IsString(1, 1024)
  current_password: string;

  @IsString(1, 1024)
  password: string;
}

/** A person, as that person sees it. */
export const owners = defineResource(Owner, {
  type: 'owners',
  description: 'A person, as that person sees it.',
  path: '/api/owners',
  update: UpdateOwner,
});
