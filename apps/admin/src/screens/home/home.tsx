import type { ReactNode } from 'react';
import { PermissionsNotice, usePermissionsChanged } from '../../parts/permissions-changed';
import { PausedNotice, usePaused } from '../../parts/webhooks';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { Page, PageContentSkeleton } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { useSteps } from './home-data';
import { NextSteps } from './next-steps';
import { Numbers } from './numbers';
import { OrdersCard } from './orders-card';
import { TrafficCard } from './traffic-card';

const neededForNumbers = [
  'installations.collection',
  'access_tokens.collection',
  'oauth_tokens.collection',
  'request_counts.collection',
];

export default function Home(): ReactNode {
  const t = useTexts();
  const { name } = useShop();
  const may = useMay();
  const steps = useSteps();
  const paused = usePaused();
  const changed = usePermissionsChanged();
  // Both requests go to the shop API.
  const retry = (): void => {
    void paused.refetch();
    void steps.refetch();
  };
  return (
    <Page title={t('home.title')} lead={t('home.lead', { shop: name })}>
      {/* What comes first decides where everything else stands, so it is waited for. */}
      {steps.isLoading || paused.isLoading || changed.isLoading ? (
        <PageContentSkeleton />
      ) : (
        <>
          <PausedNotice query={paused} onRetry={retry} />
          <PermissionsNotice query={changed} />
          {steps.data && <NextSteps steps={steps.data} />}
          {may(...neededForNumbers) && <Numbers />}
          {may('orders.collection') && <OrdersCard />}
          {may('request_counts.collection') && <TrafficCard />}
        </>
      )}
    </Page>
  );
}
