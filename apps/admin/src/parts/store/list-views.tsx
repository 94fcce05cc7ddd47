import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { changeView, readSavedViews, type SavedView, savedViewsKey } from '../../api/saved-views';
import { useMembership } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { Button } from '../button';
import { whatHappened } from '../states';
import { toast } from '../toast';
import { type ListDefinition, searchWith } from './list-address';
import styles from './list-tools.module.css';
import type { ListedType } from './listed-types';

const EditView = lazy(async () => ({ default: (await import('./view-dialogs')).EditView }));
const DeleteView = lazy(async () => ({ default: (await import('./view-dialogs')).DeleteView }));

interface ListViewsProps {
  type: ListedType;
  definition: ListDefinition;
}

/**
 * Saved views of a list as tabs. The user can save the list's search, filters, sort order and hidden columns as a new
 * view, or overwrite the open view.
 */
export function ListViews({ type, definition }: ListViewsProps): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const { search } = useLocation();
  const mayChange = useMayChange();
  const [editing, setEditing] = useState<SavedView | 'new'>();
  const [deleting, setDeleting] = useState<SavedView>();
  const query = searchWith(definition, search, {});
  const views = useQuery({
    queryKey: savedViewsKey(id, type),
    queryFn: ({ signal }) => readSavedViews(id, type, signal),
  });
  const current = views.data?.find(({ attributes }) => attributes.query === query);
  const start = useStart(views.data, current, query);
  const isNew = views.data !== undefined && query !== '' && !current;
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
      {isNew && start && mayChange(start) && <UpdateView type={type} view={start} query={query} />}
      {isNew && (
        <Button size="small" look="quiet" icon="plus" onPress={() => setEditing('new')}>
          {t('list.views.save')}
        </Button>
      )}
      {current && mayChange(current) && (
        <>
          <Button size="small" look="quiet" onPress={() => setEditing(current)}>
            {t('list.views.edit')}
          </Button>
          <Button size="small" look="quiet" onPress={() => setDeleting(current)}>
            {t('list.views.delete')}
          </Button>
        </>
      )}
      <Suspense>
        {editing && (
          <EditView type={type} query={query} view={editing} onClose={() => setEditing(undefined)} />
        )}
        {deleting && <DeleteView type={type} view={deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
    </nav>
  );
}

/**
 * Returns a function that checks whether the user can change a saved view. Owners and administrators can change every
 * view. Other members can change their own views.
 */
function useMayChange(): (view: SavedView) => boolean {
  const { role } = useMembership().attributes;
  return ({ attributes }) => attributes.is_own || role === 'owner' || role === 'administrator';
}

/** Returns the saved view that the user opened before changing the list. */
function useStart(
  views: readonly SavedView[] | undefined,
  current: SavedView | undefined,
  query: string,
): SavedView | undefined {
  const [id, setId] = useState<string>();
  const next = query === '' ? undefined : (current?.id ?? id);
  if (next !== id) setId(next);
  return views?.find((view) => view.id === next);
}

/** A button that overwrites the open view with the current state of the list. */
function UpdateView({ type, view, query }: { type: ListedType; view: SavedView; query: string }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const queries = useQueryClient();
  const { name } = view.attributes;
  const update = useMutation({
    mutationFn: () => changeView(id, view, { query }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: savedViewsKey(id, type) });
      toast(t('list.views.saved', { name }));
    },
    onError: (error) => toast(t(whatHappened(error)), 'warning'),
  });
  return (
    <Button size="small" look="quiet" isPending={update.isPending} onPress={() => update.mutate()}>
      {t('list.views.update', { name })}
    </Button>
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
