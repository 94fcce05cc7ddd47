import type { ReactNode } from 'react';
import type { Member } from '../../api/members';
import { type MenuAction, RowMenu } from '../../parts/action-menu';
import { Button } from '../../parts/button';
import { Row } from '../../parts/layout';
import { useMay, useMembership } from '../../session/membership';
import { useTexts } from '../../texts/texts';

interface MemberActionsProps {
  member: Member;
  onChange: () => void;
  onTransfer: () => void;
  /** Opens the dialog that removes the member. In the user's own row, the dialog leaves the shop. */
  onRemove: () => void;
}

/** Button and menu in a member's row. Hidden for members with more permissions than the user. */
export function MemberActions({ member, onChange, onTransfer, onRemove }: MemberActionsProps): ReactNode {
  const t = useTexts();
  const me = useMembership();
  const may = useMay();
  const { name, role } = member.attributes;
  if (!outdoes(me, member)) return null;
  const isMe = member.id === me.id;
  const actions: MenuAction[] = [];
  if (me.attributes.role === 'owner' && role !== 'owner')
    actions.push({ id: 'transfer', icon: 'key', text: t('people.transfer'), onPress: onTransfer });
  if (isMe || may('members.delete'))
    actions.push({
      ...{ id: 'remove', icon: isMe ? 'out' : 'close', text: t(isMe ? 'people.leave' : 'people.remove') },
      ...{ isDestructive: true, onPress: onRemove },
    });
  return (
    <Row end>
      <Button
        size="small"
        needs="members.patch"
        aria-label={t('people.change.of', { name })}
        onPress={onChange}
      >
        {t('people.change')}
      </Button>
      <RowMenu name={name} actions={actions} />
    </Row>
  );
}

/** Returns true if member `me` has all permissions of member `other`. The API then allows `me` to change `other`. */
function outdoes({ attributes: me }: Member, { attributes: other }: Member): boolean {
  if (me.role === 'owner') return true;
  if (other.role === 'owner' || (other.role === 'administrator' && me.role !== 'administrator')) return false;
  return other.rights.every((right) => me.rights.includes(right));
}
