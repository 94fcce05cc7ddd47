import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { deleteView, readSavedViews, type SavedView, savedViewsKey, saveView } from '../../api/saved-views';
import { useMembership } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { Button } from '../button';
import { ConfirmDialog } from '../confirm-dialog';
import { Dialog } from '../dialog';
import { Checkbox, TextInput } from '../fields';
import { Form, FormActions } from '../form';
import { toast } from '../toast';
import { type ListDefinition, searchWith } from './list-address';
import styles from './list-tools.module.css';
import type { ListedType } from './listed-types';

interface ListViewsProps {
  type: ListedType;
  definition: ListDefinition;
}

/** Saved views of a list as tabs. A search, filter, order or column choice can be saved as a new view. */
export function ListViews({ type, definition }: ListViewsProps): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const me = useMembership();
  const { search } = useLocation();
  const [isSaving, setSaving] = useState(false);
  const [deleting, setDeleting] = useState<SavedView>();
  const query = searchWith(definition, search, {});
  const views = useQuery({
    queryKey: savedViewsKey(id, type),
    queryFn: ({ signal }) => readSavedViews(id, type, signal),
  });
  const current = views.data?.find(({ attributes }) => attributes.query === query);
  const isUnlimited = ['owner', 'administrator'].includes(me.attributes.role);
  return (
    <nav aria-label={t('list.views')} className={styles['views']}>
      <ul>
        <ViewTab query="" isCurrent={query === ''}>
          {t('list.views.all')}
        </ViewTab>
        {views.data?.map((view) => (
          <ViewTab key={view.id} query={view.attributes.query} isCurrent={view === current}>
            <bdi>{view.attributes.name}</bdi>
          </ViewTab>
        ))}
      </ul>
      {views.data && query !== '' && !current && (
        <Button size="small" look="quiet" icon="plus" onPress={() => setSaving(true)}>
          {t('list.views.save')}
        </Button>
      )}
      {current && (current.attributes.is_own || isUnlimited) && (
        <Button size="small" look="quiet" onPress={() => setDeleting(current)}>
          {t('list.views.delete')}
        </Button>
      )}
      <SaveView type={type} query={query} isOpen={isSaving} onClose={() => setSaving(false)} />
      <DeleteView type={type} view={deleting} onClose={() => setDeleting(undefined)} />
    </nav>
  );
}

interface ViewTabProps {
  query: string;
  isCurrent: boolean;
  children: ReactNode;
}

function ViewTab({ query, isCurrent, children }: ViewTabProps): ReactNode {
  return (
    <li>
      <Link
        to={{ search: query }}
        className={styles['view'] ?? ''}
        {...(isCurrent && { 'aria-current': 'page' })}
      >
        {children}
      </Link>
    </li>
  );
}

interface SaveViewProps {
  type: ListedType;
  query: string;
  isOpen: boolean;
  onClose: () => void;
}

function SaveView({ type, query, isOpen, onClose }: SaveViewProps): ReactNode {
  const t = useTexts();
  return (
    <Dialog title={t('list.views.save')} size="small" isOpen={isOpen} onClose={onClose}>
      {isOpen && <SaveForm type={type} query={query} onClose={onClose} />}
    </Dialog>
  );
}

function SaveForm({ type, query, onClose }: Omit<SaveViewProps, 'isOpen'>): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = async (): Promise<void> => {
    await saveView(id, { name: name.trim(), list: type, query, is_shared: isShared });
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
  view: SavedView | undefined;
  onClose: () => void;
}

function DeleteView({ type, view, onClose }: DeleteViewProps): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirm = async (): Promise<void> => {
    await deleteView(id, view!);
    await queries.invalidateQueries({ queryKey: savedViewsKey(id, type) });
    toast(t('list.views.deleted', { name: view!.attributes.name }));
    void navigate({ search: '' });
  };
  return (
    <ConfirmDialog
      title={t('list.views.delete.title', { name: view?.attributes.name ?? '' })}
      action={t('list.views.delete')}
      isOpen={view !== undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      {t(view?.attributes.is_shared ? 'list.views.delete.shared' : 'list.views.delete.own')}
    </ConfirmDialog>
  );
}
