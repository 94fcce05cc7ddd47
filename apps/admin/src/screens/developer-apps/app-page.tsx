import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { isProblem } from '../../api/problem';
import { isId } from '../../api/shop-apps';
import { CopyButton } from '../../parts/copy-button';
import { Facts } from '../../parts/facts';
import { Card, Row } from '../../parts/layout';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { Time } from '../../parts/time';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { AppShops } from './app-shops';
import { DeleteApp } from './delete-app';
import { EditApp } from './edit-app';
import { InstallLink } from './install-link';
import { type OwnApp, useInstalledShops, useOwnApp } from './own-app';
import { ReceiveWebhooks } from './receive-webhooks';
import { Secrets } from './secrets';

/** One app of the person's own. */
export default function AppPage(): ReactNode {
  const t = useTexts();
  const { id = '' } = useParams();
  const query = useOwnApp(id, isId(id));
  const back = <Link to="/developer/apps">{t('developerApps.back')}</Link>;
  if (query.data) {
    const { app } = query.data;
    return (
      <Page key={id} title={app.attributes.name} lead={back}>
        <About app={app} />
        <InstallLink id={id} />
        <AppShops id={id} />
        <EditApp latest={query.data} />
        <Secrets app={app} kind="secrets" />
        <Secrets app={app} kind="webhook_secrets" />
        <ReceiveWebhooks app={app} />
        <DeleteApp app={app} />
      </Page>
    );
  }
  const isMissing = !isId(id) || (isProblem(query.error) && query.error.status === 404);
  return (
    <Page title={t(isMissing ? 'developerApps.missing.title' : 'developerApps.app')} lead={back}>
      <Card>
        {isMissing ? (
          <EmptyState icon="code" title={t('developerApps.missing.lead')} />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton lines={9} />
        )}
      </Card>
    </Page>
  );
}

function About({ app: { id, attributes } }: { app: OwnApp }): ReactNode {
  const t = useTexts();
  const shops = useInstalledShops(id);
  return (
    <Card>
      <Facts
        facts={[
          {
            name: t('developerApps.id'),
            value: (
              <Row>
                <code>{id}</code>
                <CopyButton text={id} label={t('developerApps.id')} />
              </Row>
            ),
          },
          {
            name: t('developerApps.shops'),
            value: shops.data === undefined ? '…' : t('developerApps.shops.count', { count: shops.data }),
          },
          { name: t('developerApps.column.created'), value: <Time value={attributes.created_at} /> },
          { name: t('developerApps.column.updated'), value: <Time value={attributes.updated_at} /> },
        ]}
      />
    </Card>
  );
}
