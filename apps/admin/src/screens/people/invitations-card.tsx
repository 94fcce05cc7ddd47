import { type ReactNode, useState } from 'react';
import { authPage } from '../../api/auth-api';
import type { Invitation } from '../../api/members';
import { Button } from '../../parts/button';
import { Card } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { besidesOfAreas } from './besides';
import { RoleCell } from './members-card';
import { invitationsPath, peopleKey } from './people-api';
import { WithdrawInvitation } from './remove-dialogs';

const looks = { waiting: 'neutral', retrying: 'warning', sent: 'good', failed: 'danger' } as const;

export function InvitationsCard(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const may = useMay();
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  const path = `${invitationsPath(id)}?filter[status]=pending&sort=-id`;
  const list = usePagedList<Invitation>([...peopleKey(id), 'invitations'], path, authPage);
  const empty = (
    <EmptyState icon="people" title={t('people.none')}>
      {t('people.none.lead')}
    </EmptyState>
  );
  return (
    <Card flush title={t('people.invitations')}>
      <ListPage list={list} empty={empty} lines={2}>
        {(invitations) => (
          <Table
            label={t('people.invitations')}
            columns={columns(t, may('invitations.delete') && setWithdrawing)}
            rows={invitations}
            rowKey={(invitation) => invitation.id}
          />
        )}
      </ListPage>
      <WithdrawInvitation invitation={withdrawing} onClose={() => setWithdrawing(undefined)} />
    </Card>
  );
}

function columns(t: Texts, onWithdraw: false | ((invitation: Invitation) => void)): Column<Invitation>[] {
  return [
    { title: t('people.column.email'), isName: true, cell: ({ attributes: { email } }) => email },
    {
      title: t('people.column.role'),
      isPlain: true,
      wraps: true,
      cell: ({ attributes }) => <RoleCell grant={attributes} besides={besidesOfAreas(t, attributes.areas)} />,
    },
    {
      title: t('people.column.mail'),
      importance: 'always',
      cell: ({ attributes: { mail_status } }) => (
        <Badge kind={looks[mail_status]}>{t(`people.mail.${mail_status}`)}</Badge>
      ),
    },
    {
      title: t('people.column.expires'),
      cell: ({ attributes }) => <Time value={attributes.expires_at} form="date" />,
    },
    {
      title: t('people.column.actions'),
      hideTitle: true,
      end: true,
      cell: (invitation) =>
        onWithdraw && (
          <Button
            size="small"
            aria-label={t('people.withdraw.of', { email: invitation.attributes.email })}
            onPress={() => onWithdraw(invitation)}
          >
            {t('people.withdraw')}
          </Button>
        ),
    },
  ];
}
