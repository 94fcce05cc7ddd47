import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { isProblem } from '../../api/problem';
import { isId, readShopApp, type ShopApp } from '../../api/shop-apps';
import { ButtonLink } from '../../parts/button';
import { useEventTypes } from '../../parts/events';
import { Row } from '../../parts/layout';
import { useScopes } from '../../parts/scopes';
import { ErrorState, Skeleton } from '../../parts/states';
import { useMay, useMembership } from '../../session/membership';
import { useShop } from '../../session/shop';
import { FocusedPage } from '../../shell/focused-page';
import { useTexts } from '../../texts/texts';
import { Consent } from './consent';

/**
 * Grant screen at `/admin/oauth/<app_id>`. An app requests access to the shop, and the owner approves or denies the
 * request (docs/contract.md §4).
 */
export default function Grant(): ReactNode {
  const { app_id = '' } = useParams();
  const may = useMay();
  if (!may('installations.post')) return <NotAllowed />;
  return isId(app_id) ? <GrantOf appId={app_id} /> : <UnknownApp />;
}

function GrantOf({ appId }: { appId: string }): ReactNode {
  const t = useTexts();
  const app = useAsked(appId);
  const scopes = useScopes();
  const events = useEventTypes();
  if (isProblem(app.error) && app.error.status === 404) return <UnknownApp />;
  if (app.data && scopes.data && events.data)
    return <Consent app={app.data} scopes={scopes.data} events={events.data} />;
  const failed = [app, scopes, events].filter(({ error, data }) => error && !data);
  return (
    <FocusedPage title={t('grant.loading')} size="wide">
      {failed.length > 0 ? (
        <ErrorState
          error={failed[0]!.error}
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      ) : (
        <Skeleton lines={9} />
      )}
    </FocusedPage>
  );
}

/**
 * Loads the requested scopes once, because the owner consents only to the visible scopes. If the app changes its
 * scopes, the service rejects the consent, and the screen opens again.
 */
function useAsked(appId: string) {
  const { id } = useShop();
  return useQuery({
    queryKey: ['grant', id, appId],
    queryFn: ({ signal }): Promise<ShopApp> => readShopApp(id, appId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

function NotAllowed(): ReactNode {
  const t = useTexts();
  const { role } = useMembership().attributes;
  return (
    <FocusedPage title={t('people.notAllowed.title')}>
      <p>{t('people.notAllowed.lead', { role: t(`people.role.${role}`) })}</p>
      <Row>
        <ButtonLink look="primary" href="/">
          {t('notFound.home')}
        </ButtonLink>
      </Row>
    </FocusedPage>
  );
}

function UnknownApp(): ReactNode {
  const t = useTexts();
  return (
    <FocusedPage title={t('grant.unknown.title')}>
      <p>{t('grant.unknown.lead')}</p>
      <Row>
        <ButtonLink look="primary" href="/apps">
          {t('grant.unknown.apps')}
        </ButtonLink>
        <ButtonLink href="/">{t('notFound.home')}</ButtonLink>
      </Row>
    </FocusedPage>
  );
}
