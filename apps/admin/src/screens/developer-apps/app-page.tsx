import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { isProblem } from '../../api/problem';
import { isId } from '../../api/shop-apps';
import { AppIcon } from '../../parts/app-icon';
import { useEventTypes } from '../../parts/events';
import { Card } from '../../parts/layout';
import { PageTabs } from '../../parts/page-tabs';
import { useScopes } from '../../parts/scopes';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { Page } from '../../shell/page';
import { screen } from '../../shell/screen';
import { useTexts } from '../../texts/texts';
import { Overview } from './overview';
import { type KnownApp, useOwnApp } from './own-app';

const EditPermissions = lazy(async () => ({ default: (await import('./edit-app')).EditPermissions }));
const EditWebhooks = lazy(async () => ({ default: (await import('./edit-app')).EditWebhooks }));
const ReceiveWebhooks = lazy(async () => ({ default: (await import('./receive-webhooks')).ReceiveWebhooks }));
const Secrets = lazy(async () => ({ default: (await import('./secrets')).Secrets }));
const Settings = lazy(() => import('./settings'));
const AppUsage = screen(() => import('./app-usage'), 'appUsage', 'developerApps', 'webhooks');
const ListingPart = lazy(() => import('./listing/listing-part'));
const AppActivity = lazy(() => import('./app-activity'));
const NotFound = lazy(() => import('../not-found/not-found'));

const parts = {
  overview: ({ latest }) => <Overview app={latest.app} />,
  permissions: ({ latest }) => <EditPermissions latest={latest} />,
  webhooks: AppWebhooks,
  listing: ({ latest }) => <ListingPart app={latest.app} />,
  usage: ({ latest }) => <AppUsage id={latest.app.id} />,
  settings: ({ latest }) => <Settings latest={latest} />,
  activity: ({ latest }) => <AppActivity id={latest.app.id} />,
} as const satisfies Record<string, (props: { latest: KnownApp }) => ReactNode>;

type PartName = keyof typeof parts;
const names = Object.keys(parts) as PartName[];

export default function AppPage(): ReactNode {
  const t = useTexts();
  const { id = '', part = 'overview' } = useParams();
  const query = useOwnApp(id, isId(id));
  const back = <Link to="/developer/apps">{t('developerApps.back')}</Link>;
  const name = names.find((each) => each === part);
  if (name === undefined) return <NotFound />;
  if (query.data) {
    const Part = parts[name];
    const { attributes } = query.data.app;
    return (
      <Page
        key={id}
        title={attributes.name}
        mark={<AppIcon name={attributes.name} url={attributes.icon_url} size="heading" />}
        part={t(`developerApps.part.${name}`)}
        lead={back}
      >
        <PageTabs
          label={t('developerApps.parts')}
          tabs={names.map((each) => ({
            to: `/developer/apps/${id}${each === 'overview' ? '' : `/${each}`}`,
            text: t(`developerApps.part.${each}`),
          }))}
        />
        <Suspense fallback={<Loading />}>
          <Part latest={query.data} />
        </Suspense>
      </Page>
    );
  }
  const isMissing = !isId(id) || (isProblem(query.error) && query.error.status === 404);
  return (
    <Page title={t(isMissing ? 'developerApps.missing.title' : 'developerApps.app')} lead={back}>
      {isMissing || query.error ? (
        <Card>
          {isMissing ? (
            <EmptyState icon="code" title={t('developerApps.missing.lead')} />
          ) : (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          )}
        </Card>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function AppWebhooks({ latest }: { latest: KnownApp }): ReactNode {
  const [events, scopes] = [useEventTypes(), useScopes()];
  // Waits for the lists of scopes and event types, because the long list of event types would move the fields below.
  if (events.isPending || scopes.isPending) return <Loading />;
  return (
    <>
      <EditWebhooks latest={latest} />
      <Secrets app={latest.app} kind="webhook_secrets" />
      <ReceiveWebhooks app={latest.app} />
    </>
  );
}

function Loading(): ReactNode {
  return (
    <Card>
      <Skeleton lines={9} />
    </Card>
  );
}
