import { type ReactNode, useState } from 'react';
import { authPage } from '../../api/auth-api';
import { customRoleOf, type CustomRole, type Member, type RoleGrant } from '../../api/members';
import { Card, Row, Stack } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useMembership } from '../../session/membership';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { Email } from '../../parts/store/people';
import styles from '../../parts/store/store.module.css';
import { besidesOfMember } from './besides';
import { ChangeRole } from './change-role';
import { MemberActions } from './member-actions';
import { membersPath, peopleKey, useCustomRoles } from './people-api';
import { RemoveMember, TransferOwnership } from './remove-dialogs';
import { namedAreas } from './role-fields';
import { nameOfRole } from './role-name';

export function MembersCard(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const me = useMembership();
  const [changing, setChanging] = useState<Member>();
  const [removing, setRemoving] = useState<Member>();
  const [heir, setHeir] = useState<Member>();
  const roles = useCustomRoles(id);
  const list = usePagedList<Member>(peopleKey(id), membersPath(id), authPage);
  const actions = (member: Member): ReactNode => (
    <MemberActions
      member={member}
      onChange={() => setChanging(member)}
      onTransfer={() => setHeir(member)}
      onRemove={() => setRemoving(member)}
    />
  );
  return (
    <Card flush title={t('people.members')}>
      <ListPage list={list} empty={null}>
        {(members) => (
          <Table
            label={t('people.members')}
            columns={columns(t, me.id, { roles, actions })}
            rows={members}
            rowKey={(member) => member.id}
          />
        )}
      </ListPage>
      <ChangeRole member={changing} onClose={() => setChanging(undefined)} />
      <RemoveMember member={removing} onClose={() => setRemoving(undefined)} />
      <TransferOwnership member={heir} onClose={() => setHeir(undefined)} />
    </Card>
  );
}

interface CellParts {
  roles: readonly CustomRole[];
  actions: (member: Member) => ReactNode;
}

function columns(t: Texts, me: string, { roles, actions }: CellParts): Column<Member>[] {
  return [
    {
      title: t('people.column.name'),
      isName: true,
      cell: ({ id, attributes: { name } }) => (
        <Row>
          {name}
          {id === me && <Badge>{t('people.you')}</Badge>}
        </Row>
      ),
    },
    {
      title: t('people.column.email'),
      isPlain: true,
      wraps: true,
      cell: ({ attributes: { email } }) => <Email email={email} />,
    },
    {
      title: t('people.column.role'),
      isPlain: true,
      wraps: true,
      importance: 'high',
      cell: (member) => (
        <RoleCell
          grant={{ ...member.attributes, roleId: customRoleOf(member) }}
          roles={roles}
          besides={besidesOfMember(t, member.attributes)}
        />
      ),
    },
    {
      title: t('people.column.since'),
      importance: 'low',
      cell: ({ attributes }) => <Time value={attributes.created_at} form="date" />,
    },
    {
      title: t('people.column.lastSeen'),
      importance: 'low',
      cell: ({ attributes }) => <Time value={attributes.last_seen_at} form="relative" />,
    },
    { title: t('people.column.actions'), hideTitle: true, end: true, cell: actions },
  ];
}

/** Shows a role with its areas, and the resources outside these areas that the role makes visible. */
export function RoleCell({
  grant,
  roles,
  besides,
}: {
  grant: RoleGrant;
  roles: readonly CustomRole[];
  besides: string | undefined;
}): ReactNode {
  const t = useTexts();
  return (
    <Stack gap="small">
      <span>{roleText(t, roles, grant)}</span>
      {besides !== undefined && <span className={styles['soft']}>{besides}</span>}
    </Stack>
  );
}

function roleText(t: Texts, roles: readonly CustomRole[], grant: RoleGrant): string {
  const name = nameOfRole(t, roles, grant);
  return grant.areas ? `${name}: ${namedAreas(t, grant.areas)}` : name;
}
