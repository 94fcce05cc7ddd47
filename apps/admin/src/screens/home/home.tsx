import type { ReactNode } from 'react';
import { Notice } from '../../parts/notice';
import { PermissionsNotice, usePermissionsChanged } from '../../parts/permissions-changed';
import { PausedNotice, usePaused } from '../../parts/webhooks';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { Page, PageContentSkeleton } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { useIsLate, useSteps } from './home-data';
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

/** Time in milliseconds after which the page no longer waits for the shop API. */
const LATE_AFTER_MS = 1_500;

export default function Home(): ReactNode {
  const t = useTexts();
  const { name } = useShop();
  const may = useMay();
  const { steps, auth, shop } = useSteps();
  const paused = usePaused();
  const changed = usePermissionsChanged();
  const isShopLoading = shop.isLoading || paused.isLoading;
  const isShopLate = useIsLate(isShopLoading, LATE_AFTER_MS);
  const retry = (): void => {
    void paused.refetch();
    void shop.refetch();
  };
  return (
    <Page title={t('home.title')} lead={t('home.lead', { shop: name })}>
      {/* What comes first decides where everything else stands, so it is waited for, but not for long. */}
      {auth.isLoading || changed.isLoading || (isShopLoading && !isShopLate) ? (
        <PageContentSkeleton />
      ) : (
        <>
          {isShopLate && (
            <Notice live title={t('home.late.title')}>
              <p>{t('home.late')}</p>
            </Notice>
          )}
          <PausedNotice query={paused} onRetry={retry} />
          <PermissionsNotice query={changed} />
          {steps && <NextSteps steps={steps} />}
          {may(...neededForNumbers) && <Numbers />}
          {may('orders.collection') && <OrdersCard />}
          {may('request_counts.collection') && <TrafficCard />}
        </>
      )}
    </Page>
  );
}
