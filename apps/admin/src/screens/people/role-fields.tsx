import type { ReactNode } from 'react';
import { type Area, areas, roles as fixedRoles, type Role, type RoleGrant } from '../../api/members';
import { Checkbox, Radio, RadioGroup } from '../../parts/fields';
import { Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { useMembership } from '../../session/membership';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { besidesOfAreas } from './besides';
import { useCustomRoles } from './people-api';

interface RoleFieldsProps {
  value: RoleGrant;
  onChange: (value: RoleGrant) => void;
  error: string | undefined;
}

/** Fields for a role and its areas. Offers only permissions that the user has. */
export function RoleFields({ value, onChange, error }: RoleFieldsProps): ReactNode {
  const t = useTexts();
  const offered = useOffered();
  const { id: shopId } = useShop();
  const roles = useCustomRoles(shopId).filter(({ attributes }) =>
    attributes.areas.every((area) => (offered.areas as readonly Area[]).includes(area)),
  );
  return (
    <Stack>
      <RadioGroup
        label={t('people.role')}
        name="role"
        value={value.roleId ?? value.role}
        onChange={(chosen) =>
          onChange(
            roles.some(({ id }) => id === chosen)
              ? { role: 'staff', areas: null, roleId: chosen }
              : { role: chosen as Role, areas: value.areas },
          )
        }
      >
        {offered.roles.map((role) => (
          <Radio key={role} value={role} description={t(`people.role.${role}.description`)}>
            {t(`people.role.${role}`)}
          </Radio>
        ))}
        {roles.map(({ id, attributes: { name, areas: named } }) => (
          <Radio key={id} value={id} description={namedAreas(t, named)}>
            {name}
          </Radio>
        ))}
      </RadioGroup>
      {value.role === 'staff' && value.roleId === undefined && (
        <AreaFields
          value={value.areas ?? []}
          onChange={(ticked) => onChange({ ...value, areas: ticked })}
          error={error}
        />
      )}
    </Stack>
  );
}

interface AreaFieldsProps {
  value: readonly Area[];
  onChange: (value: Area[]) => void;
  error: string | undefined;
}

export function AreaFields({ value, onChange, error }: AreaFieldsProps): ReactNode {
  const t = useTexts();
  const offered = useOffered();
  return (
    <div role="group" aria-label={t('people.areas')}>
      <Stack gap="small">
        <strong>{t('people.areas')}</strong>
        {offered.areas.map((area) => (
          <Checkbox
            key={area}
            description={besidesOfAreas(t, [area])}
            isSelected={value.includes(area)}
            onChange={(on) => onChange(areas.filter((each) => (each === area ? on : value.includes(each))))}
          >
            {t(`people.area.${area}`)}
          </Checkbox>
        ))}
        {error !== undefined && value.length === 0 && <Notice kind="danger">{error}</Notice>}
      </Stack>
    </div>
  );
}

export function namedAreas(t: Texts, named: readonly Area[]): string {
  return named.map((area) => t(`people.area.${area}`)).join(', ');
}

/** Returns the roles and areas that the user can grant, which never exceed the user's own permissions. */
export function useOffered() {
  const { role, areas: own } = useMembership().attributes;
  const named = areas.filter((area) => area !== 'other');
  if (role === 'owner') return { roles: fixedRoles, areas: named };
  if (role === 'administrator') return { roles: fixedRoles.filter((each) => each !== 'owner'), areas: named };
  return { roles: ['staff'] as const, areas: own ?? [] };
}
