import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { changeImport, findImport, type Import, importErrors } from '../../api/imports';
import { Button } from '../../parts/button';
import { Facts } from '../../parts/facts';
import { Card, Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { ErrorState } from '../../parts/states';
import { saveFile } from '../../parts/save-file';
import { useShop } from '../../session/shop';
import { Page, PageSkeleton } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { FailedRows } from './failed-rows';
import { FirstRows } from './first-rows';
import { ImportBadge } from './import-badge';

/** Interval in milliseconds between requests for the import progress. */
const PROGRESS_MS = 1_000;

const isBusy = (imported: Import | undefined): boolean =>
  imported !== undefined && ['checking', 'running'].includes(imported.attributes.state);

export default function ImportPage(): ReactNode {
  const { id = '' } = useParams();
  const { id: shopId } = useShop();
  const query = useQuery({
    queryKey: ['imports', shopId, id],
    queryFn: ({ signal }) => findImport(shopId, id, signal),
    refetchInterval: ({ state }) => (isBusy(state.data) ? PROGRESS_MS : false),
  });
  if (query.data) return <Shown imported={query.data} />;
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <PageSkeleton />;
}

function Shown({ imported }: { imported: Import }): ReactNode {
  const t = useTexts();
  const { id, attributes } = imported;
  const { file_name, state, failed_count } = attributes;
  return (
    <Page
      title={file_name ?? t('imports.unnamed')}
      part={t('imports.title')}
      lead={<ImportBadge state={state} />}
      actions={<Actions imported={imported} />}
    >
      <Stack>
        <Progress imported={imported} />
        {state === 'checked' && <FirstRows imported={imported} />}
        {failed_count > 0 && state !== 'checking' && <FailedRows key={state} id={id} count={failed_count} />}
      </Stack>
    </Page>
  );
}

/** Screen readers announce the import progress only when the import's status changes. */
function Progress({ imported }: { imported: Import }): ReactNode {
  const t = useTexts();
  const { kind, state, row_count, checked_count, done_count, failed_count } = imported.attributes;
  const valid = row_count - failed_count;
  return (
    <Card title={t(`imports.kind.${kind}`)}>
      <Stack>
        <Notice kind={state === 'finished' ? 'good' : 'info'} live title={t(`imports.explained.${state}`)}>
          {state === 'checked' && <p>{t('imports.ready', { valid, failed: failed_count })}</p>}
        </Notice>
        <Facts
          facts={[
            { name: t('imports.rows'), value: row_count },
            ...(state === 'checking' ? [{ name: t('imports.checked'), value: checked_count }] : []),
            { name: t('imports.done'), value: done_count },
            { name: t('imports.failed'), value: failed_count },
          ]}
        />
      </Stack>
    </Card>
  );
}

function Actions({ imported }: { imported: Import }): ReactNode {
  const t = useTexts();
  const { id: shopId } = useShop();
  const client = useQueryClient();
  const [pending, setPending] = useState<string>();
  const [error, setError] = useState<unknown>();
  const { id, attributes } = imported;
  const { state, row_count, failed_count } = attributes;
  const act = async (name: string, action: () => Promise<void>): Promise<void> => {
    setPending(name);
    setError(undefined);
    await action().catch((thrown: unknown) => setError(thrown));
    setPending(undefined);
  };
  const change = (to: 'running' | 'cancelled') =>
    void act(to, async () => {
      client.setQueryData(['imports', shopId, id], await changeImport(shopId, id, to));
    });
  const download = () =>
    void act('errors', async () => saveFile(await importErrors(shopId, id), 'import-errors.csv'));
  const isOpen = ['checking', 'checked', 'running'].includes(state);
  return (
    <>
      {failed_count > 0 && (
        <Button icon="download" isPending={pending === 'errors'} onPress={download}>
          {t('imports.errors.download')}
        </Button>
      )}
      {isOpen && (
        <Button needs="imports.patch" isPending={pending === 'cancelled'} onPress={() => change('cancelled')}>
          {t('imports.cancel')}
        </Button>
      )}
      {state === 'checked' && (
        <Button
          look="primary"
          needs="imports.patch"
          isDisabled={row_count === failed_count}
          isPending={pending === 'running'}
          onPress={() => change('running')}
        >
          {t('imports.start')}
        </Button>
      )}
      {error !== undefined && <ErrorState error={error} />}
    </>
  );
}
