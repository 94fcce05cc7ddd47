import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { appIdOf, type Installation } from '../../api/installations';
import { isProblem } from '../../api/problem';
import { askedScopes, isId, scopeChanges, type ShopApp } from '../../api/shop-apps';
import { Button, ButtonLink } from '../../parts/button';
import { AppIcon } from '../../parts/app-icon';
import { useEventTypes } from '../../parts/events';
import { useInstallation, useShopApp } from '../../parts/installed';
import { Card } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { PageTabs } from '../../parts/page-tabs';
import { RequestsCard } from '../../parts/requests-card';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { screen } from '../../shell/screen';
import { useTexts } from '../../texts/texts';
import { AppFacts } from './app-facts';
import { ConnectionNotice } from './connection-notice';
import { connectionOf, waitingMs } from './installation';
import { SuspendApp, SuspendedNotice } from './suspend-app';
import { UninstallApp } from './uninstall-app';

const AppActivity = lazy(async () => ({ default: (await import('./app-activity')).AppActivity }));
const AppApprovals = lazy(async () => ({ default: (await import('./app-approvals')).AppApprovals }));
const AppLimits = lazy(async () => ({ default: (await import('./app-limits')).AppLimits }));
const AppNetworks = lazy(async () => ({ default: (await import('./app-networks')).AppNetworks }));
const Permissions = lazy(async () => ({ default: (await import('./permissions')).Permissions }));
const Webhooks = lazy(async () => ({ default: (await import('./webhooks')).Webhooks }));
const AppData = lazy(async () => ({ default: (await import('./app-data')).AppData }));
const NotFound = lazy(() => import('../not-found/not-found'));
/** Loads the texts of this section on demand, because only uninstalled apps have the section. */
const AppErasures = screen(() => import('./app-erasures'), 'erasures');

export default function AppDetails(): ReactNode {
  const t = useTexts();
  const { id = '', part = 'overview' } = useParams();
  const name = partNames.find((each) => each === part);
  const query = useInstallation(id, ({ state: { data } }) =>
    data && connectionOf(data) === 'waiting' ? waitingMs : false,
  );
  const app = useShopApp(query.data && appIdOf(query.data));
  const types = useEventTypes();
  // Waits for the data of all sections, because an app description that appears late would move the content below.
  if (name === undefined) return <NotFound />;
  if (query.data && !app.isPending && !types.isPending)
    return <Details installation={query.data} app={app.data} part={name} />;
  const missing = !isId(id) || (isProblem(query.error) && query.error.status === 404);
  return (
    <Page title={t(missing ? 'apps.missing.title' : 'apps.app')} lead={<BackLink />}>
      <Card>
        {missing ? (
          <EmptyState icon="apps" title={t('apps.missing.lead')} />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton lines={7} />
        )}
      </Card>
    </Page>
  );
}

function BackLink(): ReactNode {
  const t = useTexts();
  return <Link to="/apps">{t('apps.back')}</Link>;
}

interface PartProps {
  installation: Installation;
  app: ShopApp | undefined;
}

const parts = {
  overview: Overview,
  permissions: (props) => <Permissions {...props} />,
  activity: (props) => <AppActivity {...props} />,
  webhooks: (props) => <Webhooks {...props} />,
  data: (props) => <AppData {...props} />,
} as const satisfies Record<string, (props: PartProps) => ReactNode>;

type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as PartName[];
/** Scopes that a user needs to open a section of the page. */
const rights: Partial<Record<PartName, string>> = { activity: 'audit_entries.collection' };

function Details({ installation, app, part }: PartProps & { part: PartName }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const may = useMay();
  const [isLeaving, setLeaving] = useState(false);
  const isOpen = (name: PartName): boolean => may(rights[name] ?? 'installations.get');
  const Part = parts[isOpen(part) ? part : 'overview'];
  const { app_name, app_icon_url, status } = installation.attributes;
  return (
    <Page
      title={app_name}
      part={t(`apps.part.${part}`)}
      mark={<AppIcon name={app_name} url={app_icon_url} size="heading" />}
      lead={<BackLink />}
      actions={
        status === 'installed' && (
          <>
            <SuspendApp installation={installation} />
            <Button look="destructive" needs="installations.delete" onPress={() => setLeaving(true)}>
              {t('apps.uninstall')}
            </Button>
          </>
        )
      }
    >
      <PageTabs
        label={t('apps.parts')}
        tabs={partNames.filter(isOpen).map((each) => ({
          to: `/apps/${installation.id}${each === 'overview' ? '' : `/${each}`}`,
          text: t(`apps.part.${each}`),
        }))}
      />
      <SuspendedNotice installation={installation} />
      <ConnectionNotice installation={installation} />
      {app && <AskedSince installation={installation} app={app} />}
      <Suspense fallback={<Skeleton lines={7} />}>
        <Part installation={installation} app={app} />
      </Suspense>
      <UninstallApp
        installation={isLeaving ? installation : undefined}
        onClose={() => setLeaving(false)}
        onDone={() => void navigate('/apps')}
      />
    </Page>
  );
}

function Overview({ installation, app }: PartProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const may = useMay();
  return (
    <>
      <Card title={t('apps.about')}>
        <AppFacts installation={installation} app={app} />
      </Card>
      {installation.attributes.status === 'installed' && <AppApprovals installation={installation} />}
      {installation.attributes.status === 'installed' && <AppLimits installation={installation} />}
      {installation.attributes.status === 'installed' && <AppNetworks installation={installation} />}
      {installation.attributes.status === 'uninstalled' && may('audit_entries.collection') && (
        <AppErasures installation={installation} />
      )}
      {may('request_counts.collection') && (
        <RequestsCard
          queryKey={['request_counts', shop.id, installation.id]}
          path={`/api/shops/${shop.id}/request_counts?filter[installation]=${installation.id}`}
        />
      )}
    </>
  );
}

/** Reports that the app requests other scopes than the owner has granted. Ignores withdrawn and optional scopes. */
function AskedSince({ installation, app }: { installation: Installation; app: ShopApp }): ReactNode {
  const t = useTexts();
  const { app_name, scopes, status } = installation.attributes;
  const { fixed, selectable } = askedScopes(app);
  const { added } = scopeChanges(scopes, fixed);
  const { dropped } = scopeChanges(scopes, [...fixed, ...selectable]);
  if (status !== 'installed' || added.length + dropped.length === 0) return null;
  return (
    <Notice
      title={t('apps.asks.title', { app: app_name })}
      actions={
        <ButtonLink size="small" href={`/oauth/${appIdOf(installation)}`}>
          {t('apps.asks.review')}
        </ButtonLink>
      }
    >
      <p>{t('apps.asks.lead', { added: added.length, dropped: dropped.length })}</p>
    </Notice>
  );
}
