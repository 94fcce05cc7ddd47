import { type ReactNode, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import { customRoleOf, type Member, type RoleGrant } from '../../api/members';
import { Dialog } from '../../parts/dialog';
import { Form, FormActions } from '../../parts/form';
import { useLast } from '../../parts/last';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { lacksAreas, membersPath, refusal, sentGrant, useCustomRoles, usePeopleChanged } from './people-api';
import { nameOfRole } from './role-name';
import { RoleFields } from './role-fields';

interface ChangeRoleProps {
  /** Member whose role the dialog changes. Undefined closes the dialog. */
  member: Member | undefined;
  onClose: () => void;
}

export function ChangeRole({ member, onClose }: ChangeRoleProps): ReactNode {
  const t = useTexts();
  const last = useLast(member);
  return (
    <Dialog
      title={t('people.change.of', { name: last?.attributes.name ?? '' })}
      isOpen={member !== undefined}
      onClose={onClose}
    >
      {last && <ChangeForm key={last.id} member={last} onClose={onClose} />}
    </Dialog>
  );
}

function ChangeForm({ member, onClose }: { member: Member; onClose: () => void }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const changed = usePeopleChanged(id);
  const { name, role, areas } = member.attributes;
  const [grant, setGrant] = useState<RoleGrant>({ role, areas, roleId: customRoleOf(member) });
  const roles = useCustomRoles(id);
  const submit = async (): Promise<void> => {
    const data = { type: 'members', id: member.id, ...sentGrant(grant) };
    await authDocument(`${membersPath(id)}/${member.id}`, { method: 'PATCH', data });
    onClose();
    toast(t('people.change.done', { name, role: nameOfRole(t, roles, grant) }));
    await changed();
  };
  const explain = (error: unknown): ReactNode => {
    const refused = refusal(error);
    return refused && t(refused);
  };
  const check = (): Record<string, string> => (lacksAreas(grant) ? { areas: t('people.areas.missing') } : {});
  return (
    <Form onSubmit={submit} fields={['areas']} explain={explain} check={check}>
      {({ isPending, errors }) => (
        <>
          <RoleFields value={grant} onChange={setGrant} error={errors['areas']} />
          <FormActions action={t('action.save')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}
