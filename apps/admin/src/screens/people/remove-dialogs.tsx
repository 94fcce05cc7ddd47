import type { ReactNode } from 'react';
import { askAuth } from '../../api/auth-api';
import type { Invitation, Member } from '../../api/members';
import { useLast } from '../../parts/last';
import { useMembership } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { ConfirmPeopleChange } from './confirm-people-change';
import { invitationsPath, membersPath, ownershipTransfersPath, refusal } from './people-api';

export function RemoveMember({
  member,
  onClose,
}: {
  member: Member | undefined;
  onClose: () => void;
}): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const me = useMembership();
  const last = useLast(member);
  const name = last?.attributes.name ?? '';
  const kind = last?.id === me.id ? 'leave' : 'remove';
  const explain = (error: unknown): ReactNode => {
    const refused = refusal(error);
    return refused && t(refused);
  };
  return (
    <ConfirmPeopleChange
      title={t(`people.${kind}.title`, { name })}
      action={t(`people.${kind}`)}
      done={t(`people.${kind}.done`, { name })}
      isOpen={member !== undefined}
      onClose={onClose}
      change={() => askAuth(`${membersPath(id)}/${last!.id}`, { method: 'DELETE' })}
      explain={explain}
    >
      <p>{t(`people.${kind}.text`)}</p>
    </ConfirmPeopleChange>
  );
}

export function WithdrawInvitation({
  invitation,
  onClose,
}: {
  invitation: Invitation | undefined;
  onClose: () => void;
}): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const last = useLast(invitation);
  const email = last?.attributes.email ?? '';
  return (
    <ConfirmPeopleChange
      title={t('people.withdraw.title')}
      action={t('people.withdraw')}
      done={t('people.withdraw.done', { email })}
      isOpen={invitation !== undefined}
      onClose={onClose}
      change={() => askAuth(`${invitationsPath(id)}/${last!.id}`, { method: 'DELETE' })}
    >
      <p>{t('people.withdraw.text', { email })}</p>
    </ConfirmPeopleChange>
  );
}

export function TransferOwnership({
  member,
  onClose,
}: {
  member: Member | undefined;
  onClose: () => void;
}): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const last = useLast(member);
  const name = last?.attributes.name ?? '';
  const transfer = () => {
    const relationships = { member: { data: { type: 'members', id: last!.id } } };
    const data = { type: 'ownership_transfers', relationships };
    return askAuth(ownershipTransfersPath(id), { method: 'POST', data });
  };
  return (
    <ConfirmPeopleChange
      title={t('people.transfer.title', { name })}
      action={t('people.transfer')}
      done={t('people.transfer.done', { name })}
      isOpen={member !== undefined}
      onClose={onClose}
      change={transfer}
    >
      {t('people.transfer.text', { name })}
    </ConfirmPeopleChange>
  );
}
