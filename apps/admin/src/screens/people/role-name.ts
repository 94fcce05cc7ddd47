import type { CustomRole, RoleGrant } from '../../api/members';
import type { Texts } from '../../texts/texts';

/** Returns the name of a custom role, or the panel's text for a built-in role. */
export function nameOfRole(t: Texts, roles: readonly CustomRole[], { role, roleId }: RoleGrant): string {
  const custom = roles.find(({ id }) => id === roleId);
  return custom?.attributes.name ?? t(`people.role.${role}`);
}
