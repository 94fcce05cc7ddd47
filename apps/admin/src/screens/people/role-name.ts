import type { CustomRole, RoleGrant } from '../../api/members';
import type { Texts } from '../../texts/texts';

/** Name of the role: that of the shop's own role, otherwise the panel's text. */
export function nameOfRole(t: Texts, roles: readonly CustomRole[], { role, roleId }: RoleGrant): string {
  const custom = roles.find(({ id }) => id === roleId);
  return custom?.attributes.name ?? t(`people.role.${role}`);
}
