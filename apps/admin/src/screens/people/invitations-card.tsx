import { type ReactNode, useState } from 'react';
import { askAuth, authPage } from '../../api/auth-api';
import { customRoleOf, type CustomRole, type Invitation } from '../../api/members';
import { Button } from '../../parts/button';
import { Card, Row } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState, whatHappened } from '../../parts/states';
import { Email } from '../../parts/store/people';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { besidesOfAreas } from './besides';
import { RoleCell } from './members-card';
import { invitationsPath, peopleKey, useCustomRoles, usePeopleChanged } from './people-api';
import { WithdrawInvitation } from './remove-dialogs';

const looks = { waiting: 'neutral', retrying: 'warning', sent: 'good', failed: 'danger' } as const;

export function InvitationsCard(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  const path = `${invitationsPath(id)}?filter[status]=pending&sort=-id`;
  const changed = usePeopleChanged(id);
  const roles = useCustomRoles(id);
  const resend = async ({ id: invitation, attributes: { email } }: Invitation): Promise<void> => {
    try {
      await askAuth(`${invitationsPath(id)}/${invitation}/mails`, { method: 'POST' });
      toast(t('people.resend.done', { email }));
    } catch (error) {
      toast(t(whatHappened(error)));
    }
    await changed();
  };
  const actions = (invitation: Invitation): ReactNode => (
    <Row end>
      <Button
        size="small"
        needs="invitations.post"
        aria-label={t('people.resend.of', { email: invitation.attributes.email })}
        onPress={() => void resend(invitation)}
      >
        {t('people.resend')}
      </Button>
      <Button
        look="destructive"
        size="small"
        needs="invitations.delete"
        aria-label={t('people.withdraw.of', { email: invitation.attributes.email })}
        onPress={() => setWithdrawing(invitation)}
      >
        {t('people.withdraw')}
      </Button>
    </Row>
  );
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
            columns={columns(t, { roles, actions })}
            rows={invitations}
            rowKey={(invitation) => invitation.id}
          />
        )}
      </ListPage>
      <WithdrawInvitation invitation={withdrawing} onClose={() => setWithdrawing(undefined)} />
    </Card>
  );
}

interface CellParts {
  roles: readonly CustomRole[];
  actions: (invitation: Invitation) => ReactNode;
}

function columns(t: Texts, { roles, actions }: CellParts): Column<Invitation>[] {
  return [
    {
      title: t('people.column.email'),
      isName: true,
      cell: ({ attributes: { email } }) => <Email email={email} />,
    },
    {
      title: t('people.column.role'),
      isPlain: true,
      wraps: true,
      cell: (invitation) => (
        <RoleCell
          grant={{ ...invitation.attributes, roleId: customRoleOf(invitation) }}
          roles={roles}
          besides={besidesOfAreas(t, invitation.attributes.areas)}
        />
      ),
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
    { title: t('people.column.actions'), hideTitle: true, end: true, cell: actions },
  ];
}
