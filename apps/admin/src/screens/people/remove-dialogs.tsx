import type { ReactNode } from 'react';
import { askAuth } from '../../api/auth-api';
import type { Invitation, Member } from '../../api/members';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { useLast } from '../../parts/last';
import { toast } from '../../parts/toast';
import { useMembership } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import {
  invitationsPath,
  membersPath,
  ownershipTransfersPath,
  refusal,
  usePeopleChanged,
} from './people-api';

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
  const changed = usePeopleChanged(id);
  const last = useLast(member);
  const name = last?.attributes.name ?? '';
  const kind = last?.id === me.id ? 'leave' : 'remove';
  const remove = async (): Promise<void> => {
    await askAuth(`${membersPath(id)}/${last!.id}`, { method: 'DELETE' });
    toast(t(`people.${kind}.done`, { name }));
    await changed();
  };
  const explain = (error: unknown): ReactNode => {
    const refused = refusal(error);
    return refused && t(refused);
  };
  return (
    <ConfirmDialog
      title={t(`people.${kind}.title`, { name })}
      action={t(`people.${kind}`)}
      isOpen={member !== undefined}
      onClose={onClose}
      onConfirm={remove}
      explain={explain}
    >
      <p>{t(`people.${kind}.text`)}</p>
    </ConfirmDialog>
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
  const changed = usePeopleChanged(id);
  const last = useLast(invitation);
  const withdraw = async (): Promise<void> => {
    await askAuth(`${invitationsPath(id)}/${last!.id}`, { method: 'DELETE' });
    toast(t('people.withdraw.done'));
    await changed();
  };
  return (
    <ConfirmDialog
      title={t('people.withdraw.title')}
      action={t('people.withdraw')}
      isOpen={invitation !== undefined}
      onClose={onClose}
      onConfirm={withdraw}
    >
      <p>{t('people.withdraw.text', { email: last?.attributes.email ?? '' })}</p>
    </ConfirmDialog>
  );
}

/** Asks an owner whether this member should become the owner instead. */
export function TransferOwnership({
  member,
  onClose,
}: {
  member: Member | undefined;
  onClose: () => void;
}): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const changed = usePeopleChanged(id);
  const last = useLast(member);
  const name = last?.attributes.name ?? '';
  const transfer = async (): Promise<void> => {
    const relationships = { member: { data: { type: 'members', id: last!.id } } };
    const data = { type: 'ownership_transfers', relationships };
    await askAuth(ownershipTransfersPath(id), { method: 'POST', data });
    toast(t('people.transfer.done', { name }));
    await changed();
  };
  return (
    <ConfirmDialog
      title={t('people.transfer.title', { name })}
      action={t('people.transfer')}
      isOpen={member !== undefined}
      onClose={onClose}
      onConfirm={transfer}
    >
      {t('people.transfer.text', { name })}
    </ConfirmDialog>
  );
}
