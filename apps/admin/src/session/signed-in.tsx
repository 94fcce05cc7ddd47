import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { Button } from '../parts/button';
import { ErrorState } from '../parts/states';
import { FocusedPage } from '../shell/focused-page';
import { FrameSkeleton } from '../shell/frame-skeleton';
import { useTexts } from '../texts/texts';
import { signInAddress } from './next-address';
import { signOut, useSession, useSessionState } from './session';
import { ShopProvider, shopDomain, useOwnShop } from './shop';
import { SignInDialog } from './sign-in-dialog';
import { StepUpDialog } from './step-up-dialog';

/** The screens below it are for people who are signed in and own the shop; others are sent to sign in, or told so. */
export function SignedIn(): ReactNode {
  const state = useSessionState();
  const { pathname, search, hash } = useLocation();
  if (state.kind !== 'signed-in') return <Navigate to={signInAddress(pathname + search + hash)} replace />;
  return (
    <>
      <OfOwnShop />
      <SignInDialog />
      <StepUpDialog />
    </>
  );
}

function OfOwnShop(): ReactNode {
  const t = useTexts();
  const shop = useOwnShop();
  if (shop.isPending) return <FrameSkeleton />;
  if (shop.data === null) return <NotYourShop />;
  if (!shop.data) {
    return (
      <FocusedPage title={t('error.start')}>
        <ErrorState error={shop.error} onRetry={() => void shop.refetch()} />
      </FocusedPage>
    );
  }
  return (
    <ShopProvider shop={shop.data}>
      <Outlet />
    </ShopProvider>
  );
}

function NotYourShop(): ReactNode {
  const t = useTexts();
  const { email } = useSession();
  return (
    <FocusedPage title={t('shop.none.title')}>
      <p>{t('shop.none.lead', { email, domain: shopDomain() })}</p>
      <Button onPress={() => void signOut()}>{t('account.signOut')}</Button>
    </FocusedPage>
  );
}
