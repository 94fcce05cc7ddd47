import type { ReactNode } from 'react';
import { areas, roles, type Role, type RoleGrant } from '../../api/members';
import { Checkbox, Radio, RadioGroup } from '../../parts/fields';
import { Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { useMembership } from '../../session/membership';
import { useTexts } from '../../texts/texts';
import { besidesOfAreas } from './besides';

interface RoleFieldsProps {
  value: RoleGrant;
  onChange: (value: RoleGrant) => void;
  /** Error that is shown at the checkboxes. */
  error: string | undefined;
}

/** Fields for a role and, for staff, areas. Offers only rights that the person has. */
export function RoleFields({ value, onChange, error }: RoleFieldsProps): ReactNode {
  const t = useTexts();
  const offered = useOffered();
  const ticked = value.areas ?? [];
  return (
    <Stack>
      <RadioGroup
        label={t('people.role')}
        name="role"
        value={value.role}
        onChange={(role) => onChange({ ...value, role: role as Role })}
      >
        {offered.roles.map((role) => (
          <Radio key={role} value={role} description={t(`people.role.${role}.description`)}>
            {t(`people.role.${role}`)}
          </Radio>
        ))}
      </RadioGroup>
      {value.role === 'staff' && (
        <div role="group" aria-label={t('people.areas')}>
          <Stack gap="small">
            <strong>{t('people.areas')}</strong>
            {offered.areas.map((area) => (
              <Checkbox
                key={area}
                description={besidesOfAreas(t, [area])}
                isSelected={ticked.includes(area)}
                onChange={(on) =>
                  onChange({
                    ...value,
                    areas: areas.filter((each) => (each === area ? on : ticked.includes(each))),
                  })
                }
              >
                {t(`people.area.${area}`)}
              </Checkbox>
            ))}
            {error !== undefined && ticked.length === 0 && <Notice kind="danger">{error}</Notice>}
          </Stack>
        </div>
      )}
    </Stack>
  );
}

/** Returns the roles and areas that the person can grant. People can grant at most their own rights. */
export function useOffered() {
  const { role, areas: own } = useMembership().attributes;
  const named = areas.filter((area) => area !== 'other');
  if (role === 'owner') return { roles, areas: named };
  if (role === 'administrator') return { roles: roles.filter((each) => each !== 'owner'), areas: named };
  return { roles: ['staff'] as const, areas: own ?? [] };
}
