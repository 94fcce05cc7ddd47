import type { CustomRole, RoleGrant } from '../../api/members';
import type { Texts } from '../../texts/texts';

export function nameOfRole(t: Texts, roles: readonly CustomRole[], { role, roleId }: RoleGrant): string {
  const custom = roles.find(({ id }) => id === roleId);
  return custom?.attributes.name ?? t(`people.role.${role}`);
}
