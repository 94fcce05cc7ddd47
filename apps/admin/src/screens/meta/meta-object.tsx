import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { Button, ButtonLink } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { CopyButton } from '../../parts/copy-button';
import { Card } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { resourceAddress } from '../../parts/store/object-link';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { discardUnsavedInput } from '../../parts/unsaved/unsaved';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { deleteRequest, type Known, type MetaObject as Resource, readRequest, sent } from './meta-api';
import { metaName } from './meta-name';
import styles from './meta-object.module.css';
import { ObjectEditor } from './object-editor';
import { hasStatus } from './saving';
import { useObjectName } from './use-object-name';

export default function MetaObject(): ReactNode {
  const { id = '' } = useParams();
  // The key resets the component state when the id of the meta object changes.
  return <ObjectPage key={id} id={id} />;
}

function ObjectPage({ id }: { id: string }): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const query = useQuery({
    queryKey: ['meta', shop.id, 'object', id],
    queryFn: async ({ signal }): Promise<Known> => (await sent(shop.id, readRequest(id), { signal }))!,
  });
  const known = query.data;
  const attributes = known?.object.attributes;
  const name = useObjectName(attributes);
  const title = attributes
    ? t('meta.object.title', { type: attributes.resource_type, id: name ?? attributes.resource_id })
    : t('meta.object');
  return (
    <Page
      title={title}
      lead={<BackLink />}
      recent={known ? 'add' : hasStatus(query.error, 404) ? 'remove' : undefined}
      actions={known && <Delete known={known} reload={() => query.refetch({ throwOnError: true })} />}
    >
      {known ? (
        <>
          <Facts object={known.object} name={name} />
          <ObjectEditor latest={known} reload={() => query.refetch({ throwOnError: true })} />
        </>
      ) : (
        <Absent error={query.error} retry={() => void query.refetch()} />
      )}
    </Page>
  );
}

function Absent({ error, retry }: { error: unknown; retry: () => void }): ReactNode {
  const t = useTexts();
  if (!error)
    return (
      <Card>
        <Skeleton lines={8} tall />
      </Card>
    );
  if (!hasStatus(error, 404)) return <ErrorState error={error} onRetry={retry} />;
  return (
    <Card>
      <EmptyState
        icon="meta"
        title={t('meta.object.missing')}
        actions={<ButtonLink href="/meta">{t('meta.object.all')}</ButtonLink>}
      >
        {t('meta.object.missing.lead')}
      </EmptyState>
    </Card>
  );
}

/** A link back to the list of meta objects with the list's previous filters. */
export function BackLink(): ReactNode {
  const t = useTexts();
  const search = useResultsSearch();
  return <Link to={{ pathname: '/meta', search }}>{t('meta.object.back')}</Link>;
}

function useResultsSearch(): string {
  const { state } = useLocation() as { state: { search?: string } | null };
  return state?.search ?? '';
}

interface FactsProps {
  object: Resource;
  name: string | undefined;
}

function Facts({ object: { id, attributes, meta }, name }: FactsProps): ReactNode {
  const t = useTexts();
  const { resource_type, resource_id } = attributes;
  const about = resourceAddress(resource_type, resource_id);
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{t('meta.column.id')}</dt>
        <dd className={styles['id']}>
          <code>{id}</code>
          <CopyButton text={id} label={t('meta.column.id')} />
        </dd>
      </div>
      {about && (
        <div>
          <dt>{t('meta.column.resource')}</dt>
          <dd>
            <Link to={about}>{t('meta.object.title', { type: resource_type, id: name ?? resource_id })}</Link>
          </dd>
        </div>
      )}
      <div>
        <dt>{t('meta.column.updated')}</dt>
        <dd>
          <Time value={meta?.updated_at} />
        </dd>
      </div>
      <div>
        <dt>{t('meta.column.created')}</dt>
        <dd>
          <Time value={meta?.created_at} />
        </dd>
      </div>
      <div>
        <dt>{t('meta.column.version')}</dt>
        <dd>{meta?.version}</dd>
      </div>
    </dl>
  );
}

/** A delete button. The API rejects the deletion if the shown version of the object is outdated. */
function Delete({ known, reload }: { known: Known; reload: () => Promise<unknown> }): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const search = useResultsSearch();
  const [isOpen, setOpen] = useState(false);
  const [isNewer, setNewer] = useState(false);
  const { resource_type, resource_id } = known.object.attributes;
  const remove = async (): Promise<void> => {
    try {
      await sent(shop.id, deleteRequest(known));
    } catch (error) {
      if (hasStatus(error, 412)) {
        await reload();
        return setNewer(true);
      }
      // Ignores a 404, because the object is already deleted.
      if (!hasStatus(error, 404)) throw error;
    }
    discardUnsavedInput();
    await navigate({ pathname: '/meta', search });
    toast(t('meta.delete.done', { name: metaName(known.object.attributes) }));
    queries.removeQueries({ queryKey: ['meta', shop.id, 'object', known.object.id] });
    await queries.invalidateQueries({ queryKey: ['meta', shop.id, 'list'] });
  };
  return (
    <>
      <Button look="destructive" needs="meta.delete" onPress={() => setOpen(true)}>
        {t('meta.delete')}
      </Button>
      <ConfirmDialog
        title={t('meta.delete.title')}
        action={t('meta.delete')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={remove}
      >
        {t('meta.delete.text', { type: resource_type, id: resource_id })}
      </ConfirmDialog>
      {isNewer && (
        <Notice kind="warning" live>
          {t('meta.delete.newer')}
        </Notice>
      )}
    </>
  );
}
