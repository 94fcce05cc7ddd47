import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { changeView, deleteView, type SavedView, savedViewsKey, saveView } from '../../api/saved-views';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { ConfirmDialog } from '../confirm-dialog';
import { Dialog } from '../dialog';
import { Checkbox, TextInput } from '../fields';
import { Form, FormActions } from '../form';
import { toast } from '../toast';
import type { ListedType } from './listed-types';

interface EditViewProps {
  type: ListedType;
  query: string;
  /** The saved view that the user renames or shares. 'new' stands for a view that the user creates. */
  view: SavedView | 'new';
  onClose: () => void;
}

export function EditView({ view, onClose, ...props }: EditViewProps): ReactNode {
  const t = useTexts();
  const title = t(view === 'new' ? 'list.views.save' : 'list.views.edit');
  return (
    <Dialog title={title} size="small" isOpen onClose={onClose}>
      <ViewForm view={view} onClose={onClose} {...props} />
    </Dialog>
  );
}

function ViewForm({ type, query, view, onClose }: EditViewProps): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const queries = useQueryClient();
  const before = view === 'new' ? { name: '', is_shared: false } : view.attributes;
  const [name, setName] = useState(before.name);
  const [isShared, setShared] = useState(before.is_shared);
  const save = async (): Promise<void> => {
    const attributes = { name: name.trim(), is_shared: isShared };
    if (view === 'new') await saveView(id, { ...attributes, list: type, query });
    else await changeView(id, view, attributes);
    await queries.invalidateQueries({ queryKey: savedViewsKey(id, type) });
    toast(t('list.views.saved', { name: name.trim() }));
    onClose();
  };
  return (
    <Form
      fields={['name']}
      check={(): Record<string, string> => (name.trim() === '' ? { name: t('store.field.missing') } : {})}
      onSubmit={save}
    >
      {({ isPending }) => (
        <>
          <TextInput name="name" label={t('list.views.name')} autoFocus value={name} onChange={setName} />
          <Checkbox
            name="is_shared"
            isSelected={isShared}
            onChange={setShared}
            description={t('list.views.share.description')}
          >
            {t('list.views.share')}
          </Checkbox>
          <FormActions action={t('list.views.save')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}

interface DeleteViewProps {
  type: ListedType;
  view: SavedView;
  onClose: () => void;
}

export function DeleteView({ type, view, onClose }: DeleteViewProps): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirm = async (): Promise<void> => {
    await deleteView(id, view);
    await queries.invalidateQueries({ queryKey: savedViewsKey(id, type) });
    toast(t('list.views.deleted', { name: view.attributes.name }));
    void navigate({ search: '' });
  };
  return (
    <ConfirmDialog
      title={t('list.views.delete.title', { name: view.attributes.name })}
      action={t('list.views.delete')}
      isOpen
      onClose={onClose}
      onConfirm={confirm}
    >
      {t(view.attributes.is_shared ? 'list.views.delete.shared' : 'list.views.delete.own')}
    </ConfirmDialog>
  );
}
