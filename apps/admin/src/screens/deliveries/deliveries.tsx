import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { Installation } from '../../api/installations';
import { isProblem, type Problem } from '../../api/problem';
import { isId } from '../../api/shop-apps';
import { type Delivery, pageOfDeliveries } from '../../api/webhooks';
import { Button } from '../../parts/button';
import { useFollowed } from '../../parts/followed';
import { useInstallation } from '../../parts/installed';
import { useLast } from '../../parts/last';
import { Card } from '../../parts/layout';
import { ListPage, RefusedList } from '../../parts/paged-list';
import { useSelection } from '../../parts/selection';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { wishesOf } from '../../parts/store/list-address';
import { ListRange } from '../../parts/store/list-range';
import { ListTools } from '../../parts/store/list-tools';
import { useList } from '../../parts/store/use-list';
import { deliveriesKey } from '../../parts/webhooks';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { deliveryList } from './address';
import { DeliveriesTable, useDeliveryColumns } from './deliveries-table';
import { isUnderWay } from './delivery-parts';
import { StatusTabs, useEventTypeIds } from './filters';
import { SelectionBar } from './selection';

const SendRange = lazy(async () => ({ default: (await import('./send-range')).SendRange }));
const TestEvent = lazy(async () => ({ default: (await import('./test-event')).TestEvent }));

/** Interval in milliseconds between requests for the list while its deliveries can change. */
const followMs = 4_000;

export default function Deliveries(): ReactNode {
  const t = useTexts();
  const { id = '' } = useParams();
  const query = useInstallation(id);
  if (query.data) return <Log installation={query.data} />;
  const missing = !isId(id) || (isProblem(query.error) && query.error.status === 404);
  return (
    <Page
      title={t(missing ? 'deliveries.missing.title' : 'deliveries.title')}
      lead={<Link to="/apps">{t('apps.back')}</Link>}
    >
      <Card>
        {missing ? (
          <EmptyState icon="apps" title={t('apps.missing.lead')} />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton lines={8} tall />
        )}
      </Card>
    </Page>
  );
}

function Log({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const [open, setOpen] = useState<'test' | 'range'>();
  const hasOpened = useLast(open) !== undefined;
  const isInstalled = installation.attributes.status === 'installed';
  const close = () => setOpen(undefined);
  return (
    <Page
      title={t('deliveries.title.of', { app: installation.attributes.app_name })}
      lead={<Link to={`/apps/${installation.id}/webhooks`}>{t('deliveries.back')}</Link>}
      actions={
        isInstalled && (
          <>
            <Button onPress={() => setOpen('range')}>{t('deliveries.range')}</Button>
            <Button look="primary" onPress={() => setOpen('test')}>
              {t('deliveries.test')}
            </Button>
          </>
        )
      }
    >
      <List installation={installation} isStill={open !== undefined} />
      {hasOpened && (
        <Suspense>
          <TestEvent installation={installation} isOpen={open === 'test'} onClose={close} />
          <SendRange installation={installation} isOpen={open === 'range'} onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}

/** The list of webhook deliveries. `isStill` stops automatic updates while a dialog is open. */
function List({ installation, isStill }: { installation: Installation; isStill: boolean }): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const shop = useShop();
  const key = [...deliveriesKey(shop.id), installation.id, 'list'];
  const definition = deliveryList(installation.id, useEventTypeIds);
  const list = useList<Delivery>(key, definition, (path, options) =>
    pageOfDeliveries(shop.id, path, options),
  );
  const columns = useDeliveryColumns(installation.id);
  const { values } = wishesOf(definition, search);
  const deliveries = list.page?.data ?? [];
  const selection = useSelection(search);
  const mayChange = list.isFirst || deliveries.some(({ attributes }) => isUnderWay(attributes.status));
  // Stops automatic updates while rows are selected, so that rows do not move under the pointer.
  useFollowed(key, mayChange && !isStill && selection.ids.size === 0 && !list.error, followMs);
  return (
    <Card flush title={t('deliveries.list')}>
      <ListTools
        definition={definition}
        columns={columns}
        total={<ListRange list={list} />}
        tabs={<StatusTabs definition={definition} />}
      />
      {isProblem(list.error) && list.error.status === 400 ? (
        <Refused problem={list.error} />
      ) : (
        <ListPage list={list} empty={<Empty isFiltered={Object.keys(values).length > 0} />} lines={8}>
          {(rows) => (
            <DeliveriesTable
              definition={definition}
              columns={columns}
              deliveries={rows}
              selection={selection}
            />
          )}
        </ListPage>
      )}
      <SelectionBar installation={installation} deliveries={deliveries} selection={selection} />
    </Card>
  );
}

function Refused({ problem }: { problem: Problem }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const onPress = () => void navigate({ search: '' });
  return (
    <RefusedList
      problem={problem}
      title={t('deliveries.refused')}
      action={{ label: t('deliveries.clear'), onPress }}
    />
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  return isFiltered ? (
    <EmptyState
      icon="activity"
      title={t('deliveries.none.title')}
      actions={<Button onPress={() => void navigate({ search: '' })}>{t('deliveries.clear')}</Button>}
    >
      {t('deliveries.none.lead')}
    </EmptyState>
  ) : (
    <EmptyState icon="activity" title={t('deliveries.empty.title')}>
      {t('deliveries.empty.lead')}
    </EmptyState>
  );
}
