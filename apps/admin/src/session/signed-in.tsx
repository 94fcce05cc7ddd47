import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { authPage } from '../api/auth-api';
import { isProblem } from '../api/problem';
import { Button, ButtonLink } from '../parts/button';
import { Row } from '../parts/layout';
import { ErrorState } from '../parts/states';
import { FocusedPage } from '../shell/focused-page';
import { FrameSkeleton } from '../shell/frame-skeleton';
import { InTimeZone, useTexts } from '../texts/texts';
import { signInAddress } from './next-address';
import { signOut, useSession, useSessionState } from './session';
import { MembershipProvider, useOwnMembership } from './membership';
import { needsShop, ShopProvider, shopDomain, type ShopResource, useOwnShop } from './shop';
import { SignInDialog } from './sign-in-dialog';
import { StepUpDialog } from './step-up-dialog';

/**
 * Screens for members of the shop. Users outside the shop see an explanation, and signed-out users see the sign-in
 * page.
 */
export function SignedIn(): ReactNode {
  const state = useSessionState();
  const { pathname, search, hash } = useLocation();
  if (state.kind !== 'signed-in') return <Navigate to={signInAddress(pathname + search + hash)} replace />;
  return (
    <>
      <OfOwnShop />
      <Dialogs />
    </>
  );
}

/** Screens that require no shop. Each of these screens handles the sign-in. */
export function WithoutShop(): ReactNode {
  const isSignedIn = useSessionState().kind === 'signed-in';
  return (
    <>
      <Outlet />
      {isSignedIn && <Dialogs />}
    </>
  );
}

function Dialogs(): ReactNode {
  return (
    <>
      <SignInDialog />
      <StepUpDialog />
    </>
  );
}

function OfOwnShop(): ReactNode {
  const t = useTexts();
  const shop = useOwnShop();
  const member = useOwnMembership(shop.data);
  const { pathname } = useLocation();
  if (shop.data === null) return <NotAMember />;
  if (isProblem(member.error) && member.error.has('second_factor_missing'))
    return needsShop(pathname) ? <FactorMissing onRetry={() => void member.refetch()} /> : <Outlet />;
  const failed = [shop, member].find(({ isError, data }) => isError && !data);
  if (failed) {
    return (
      <FocusedPage title={t('error.start')}>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </FocusedPage>
    );
  }
  if (!shop.data || !member.data) return <FrameSkeleton />;
  return (
    <ShopProvider shop={shop.data}>
      <MembershipProvider shop={shop.data} member={member.data}>
        <InTimeZone zone={shop.data.timeZone}>
          <Outlet />
        </InTimeZone>
      </MembershipProvider>
    </ShopProvider>
  );
}

/**
 * Explains that the user is not a member of the shop. A user without any shop goes from the home page to the
 * developer screens.
 */
function NotAMember(): ReactNode {
  const { pathname } = useLocation();
  const isStart = pathname === '/';
  const shops = useQuery({
    queryKey: ['shops', 'first'],
    enabled: isStart,
    queryFn: async ({ signal }) =>
      (await authPage<ShopResource>('/api/shops', { query: { 'page[size]': 1 }, signal })).data,
  });
  if (!needsShop(pathname)) return <Outlet />;
  if (isStart && shops.isPending) return <FrameSkeleton />;
  return isStart && shops.data?.length === 0 ? <Navigate to="/developer/apps" replace /> : <NotYourShop />;
}

/**
 * Explains that the shop requires a second factor. The user can add a second factor on the account screen, which
 * requires no shop.
 */
function FactorMissing({ onRetry }: { onRetry: () => void }): ReactNode {
  const t = useTexts();
  return (
    <FocusedPage title={t('shop.factor.title')}>
      <p>{t('shop.factor.lead')}</p>
      <Row>
        <ButtonLink look="primary" href="/account">
          {t('shop.factor.setUp')}
        </ButtonLink>
        <Button onPress={onRetry}>{t('action.retry')}</Button>
      </Row>
    </FocusedPage>
  );
}

function NotYourShop(): ReactNode {
  const t = useTexts();
  const { email } = useSession();
  return (
    <FocusedPage title={t('shop.none.title')}>
      <p>{t('shop.none.lead', { email, domain: shopDomain() })}</p>
      <Row>
        <ButtonLink href="/developer/apps">{t('navigation.myApps')}</ButtonLink>
        <Button onPress={() => void signOut()}>{t('account.signOut')}</Button>
      </Row>
    </FocusedPage>
  );
}
