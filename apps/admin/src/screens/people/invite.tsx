import { type ReactNode, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import type { RoleGrant } from '../../api/members';
import { isProblem } from '../../api/problem';
import { Dialog } from '../../parts/dialog';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { invitationsPath, lacksAreas, refusal, sentGrant, usePeopleChanged } from './people-api';
import { RoleFields } from './role-fields';

const initial: RoleGrant = { role: 'staff', areas: [] };

export function Invite({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useTexts();
  return (
    <Dialog title={t('people.invite.title')} isOpen={isOpen} onClose={onClose}>
      <p>{t('people.invite.lead')}</p>
      <InviteForm onClose={onClose} />
    </Dialog>
  );
}

function InviteForm({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const changed = usePeopleChanged(id);
  const [email, setEmail] = useState('');
  const [grant, setGrant] = useState(initial);
  const submit = async (): Promise<void> => {
    const { attributes: granted, ...linked } = sentGrant(grant);
    const attributes = { email: email.trim(), ...granted };
    const data = { type: 'invitations', attributes, ...linked };
    await authDocument(invitationsPath(id), { method: 'POST', data });
    onClose();
    toast(t('people.invite.done', { email: attributes.email }));
    await changed();
  };
  const explain = (error: unknown): ReactNode => {
    const refused = refusal(error);
    if (refused) return t(refused);
    if (!isProblem(error)) return undefined;
    if (error.status === 429) return t('people.invite.limited', { minutes: error.minutesToWait });
    return error.errors[0]?.meta?.reason === 'no_mail' ? t('people.invite.noMail') : undefined;
  };
  const check = (): Record<string, string> => ({
    ...(email.trim() === '' ? { email: t('people.invite.missing') } : {}),
    ...(lacksAreas(grant) ? { areas: t('people.areas.missing') } : {}),
  });
  return (
    <Form onSubmit={submit} fields={['email', 'areas']} explain={explain} check={check}>
      {({ isPending, errors }) => (
        <>
          <TextInput
            label={t('people.invite.email')}
            name="email"
            type="email"
            autoFocus
            value={email}
            onChange={setEmail}
          />
          <RoleFields value={grant} onChange={setGrant} error={errors['areas']} />
          <FormActions action={t('people.invite.submit')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}
