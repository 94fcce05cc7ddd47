import type { ReactNode } from 'react';
import { Notice } from '../../parts/notice';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { Page, PageContentSkeleton } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { useIsLate, useSteps } from './home-data';
import { NextSteps } from './next-steps';
import { Numbers } from './numbers';
import { OrdersCard } from './orders-card';
import { useTasks } from './tasks';
import { TasksCard } from './tasks-card';
import { TrafficCard } from './traffic-card';

const neededForNumbers = [
  'installations.collection',
  'access_tokens.collection',
  'oauth_tokens.collection',
  'request_counts.collection',
];

/** Time in milliseconds after which the home screen stops waiting for the shop API. */
const LATE_AFTER_MS = 1_500;

export default function Home(): ReactNode {
  const t = useTexts();
  const { name } = useShop();
  const may = useMay();
  const { steps, auth, shop } = useSteps();
  const tasks = useTasks();
  const isLoading = shop.isLoading || tasks.some(({ query }) => query.isPending);
  const isLate = useIsLate(isLoading, LATE_AFTER_MS);
  return (
    <Page title={t('home.title')} lead={t('home.lead', { shop: name })}>
      {/* The first parts determine the position of the others, so the page waits for them, but not for long. */}
      {auth.isLoading || (isLoading && !isLate) ? (
        <PageContentSkeleton />
      ) : (
        <>
          {isLate && (
            <Notice live title={t('home.late.title')}>
              <p>{t('home.late')}</p>
            </Notice>
          )}
          <TasksCard tasks={tasks} />
          {steps && <NextSteps steps={steps} />}
          {may(...neededForNumbers) && <Numbers />}
          {may('orders.collection') && <OrdersCard />}
          {may('request_counts.collection') && <TrafficCard />}
        </>
      )}
    </Page>
  );
}
