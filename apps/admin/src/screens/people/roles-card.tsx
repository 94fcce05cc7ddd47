import { type ReactNode, useState } from 'react';
import { askAuth, authDocument } from '../../api/auth-api';
import type { Area, CustomRole } from '../../api/members';
import { isProblem } from '../../api/problem';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { useLast } from '../../parts/last';
import { Card, Row } from '../../parts/layout';
import { EmptyState } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { ConfirmPeopleChange } from './confirm-people-change';
import { refusal, rolesPath, useCustomRoles, usePeopleChanged } from './people-api';
import { AreaFields, namedAreas } from './role-fields';

export function RolesCard(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const roles = useCustomRoles(id);
  const [editing, setEditing] = useState<CustomRole | 'new'>();
  const [deleting, setDeleting] = useState<CustomRole>();
  const actions = (role: CustomRole): ReactNode => (
    <Row end>
      <Button
        size="small"
        needs="members.patch"
        aria-label={t('people.roles.change.of', { name: role.attributes.name })}
        onPress={() => setEditing(role)}
      >
        {t('people.roles.change')}
      </Button>
      <Button
        look="destructive"
        size="small"
        needs="members.patch"
        aria-label={t('people.roles.delete.of', { name: role.attributes.name })}
        onPress={() => setDeleting(role)}
      >
        {t('people.roles.delete')}
      </Button>
    </Row>
  );
  const add = (
    <Button size="small" icon="plus" needs="members.patch" onPress={() => setEditing('new')}>
      {t('people.roles.add')}
    </Button>
  );
  return (
    <Card flush title={t('people.roles')} actions={add}>
      {roles.length === 0 ? (
        <EmptyState icon="people" title={t('people.roles.none')}>
          {t('people.roles.none.lead')}
        </EmptyState>
      ) : (
        <Table
          label={t('people.roles')}
          columns={columns(t, actions)}
          rows={roles}
          rowKey={(role) => role.id}
        />
      )}
      <EditRole role={editing} onClose={() => setEditing(undefined)} />
      <DeleteRole role={deleting} onClose={() => setDeleting(undefined)} />
    </Card>
  );
}

function columns(t: Texts, actions: (role: CustomRole) => ReactNode): Column<CustomRole>[] {
  return [
    { title: t('people.column.name'), isName: true, cell: ({ attributes: { name } }) => name },
    {
      title: t('people.areas'),
      isPlain: true,
      wraps: true,
      importance: 'high',
      cell: ({ attributes }) => namedAreas(t, attributes.areas),
    },
    {
      title: t('people.column.members'),
      cell: ({ attributes: { member_count } }) => member_count,
    },
    { title: t('people.column.actions'), hideTitle: true, end: true, cell: actions },
  ];
}

function EditRole({
  role,
  onClose,
}: {
  role: CustomRole | 'new' | undefined;
  onClose: () => void;
}): ReactNode {
  const t = useTexts();
  const last = useLast(role);
  const known = last === 'new' ? undefined : last;
  const title = known ? t('people.roles.change.of', { name: known.attributes.name }) : t('people.roles.add');
  return (
    <Dialog title={title} isOpen={role !== undefined} onClose={onClose}>
      <RoleForm key={known?.id ?? 'new'} role={known} onClose={onClose} />
    </Dialog>
  );
}

function RoleForm({ role, onClose }: { role: CustomRole | undefined; onClose: () => void }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const changed = usePeopleChanged(id);
  const [name, setName] = useState(role?.attributes.name ?? '');
  const [areas, setAreas] = useState<Area[]>(role?.attributes.areas ?? []);
  const submit = async (): Promise<void> => {
    const attributes = { name: name.trim(), areas };
    const data = { type: 'roles', ...(role && { id: role.id }), attributes };
    const path = role ? `${rolesPath(id)}/${role.id}` : rolesPath(id);
    await authDocument(path, { method: role ? 'PATCH' : 'POST', data });
    onClose();
    toast(t('people.roles.saved', { name: attributes.name }));
    await changed();
  };
  const explain = (error: unknown): ReactNode => {
    const refused = refusal(error);
    if (refused) return t(refused);
    if (!isProblem(error)) return undefined;
    if (error.has('limit_reached')) return t('people.roles.limit');
    return error.has('already_exists') ? t('people.roles.exists') : undefined;
  };
  const check = (): Record<string, string> => ({
    ...(name.trim() === '' ? { name: t('people.roles.name.missing') } : {}),
    ...(areas.length === 0 ? { areas: t('people.areas.missing') } : {}),
  });
  return (
    <Form onSubmit={submit} fields={['name', 'areas']} explain={explain} check={check}>
      {({ isPending, errors }) => (
        <>
          <TextInput
            label={t('people.column.name')}
            name="name"
            autoFocus
            maxLength={100}
            value={name}
            onChange={setName}
          />
          <AreaFields value={areas} onChange={setAreas} error={errors['areas']} />
          <FormActions action={t('action.save')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}

function DeleteRole({ role, onClose }: { role: CustomRole | undefined; onClose: () => void }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const last = useLast(role);
  const name = last?.attributes.name ?? '';
  const explain = (error: unknown): ReactNode => {
    if (isProblem(error) && error.has('still_referenced')) return t('people.roles.inUse');
    const refused = refusal(error);
    return refused && t(refused);
  };
  return (
    <ConfirmPeopleChange
      title={t('people.roles.delete.title', { name })}
      action={t('people.roles.delete')}
      done={t('people.roles.deleted', { name })}
      isOpen={role !== undefined}
      onClose={onClose}
      change={() => askAuth(`${rolesPath(id)}/${last!.id}`, { method: 'DELETE' })}
      explain={explain}
    >
      {t('people.roles.delete.text')}
    </ConfirmPeopleChange>
  );
}
