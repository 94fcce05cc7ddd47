import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { Button } from '../parts/button';
import { ErrorState } from '../parts/states';
import { FocusedPage } from '../shell/focused-page';
import { FrameSkeleton } from '../shell/frame-skeleton';
import { useTexts } from '../texts/texts';
import { signInAddress } from './next-address';
import { signOut, useSession, useSessionState } from './session';
import { MembershipProvider, useOwnMembership } from './membership';
import { ShopProvider, shopDomain, useOwnShop } from './shop';
import { SignInDialog } from './sign-in-dialog';
import { StepUpDialog } from './step-up-dialog';

/** The screens below it are for people who are signed in and members of the shop; others are sent to sign in, or told so. */
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

/** The screens below it need no shop, and show by themselves how somebody signs in. */
export function WithoutShop(): ReactNode {
  const isSignedIn = useSessionState().kind === 'signed-in';
  return (
    <>
      <Outlet />
      {isSignedIn && <Dialogs />}
    </>
  );
}

/** What stands above a screen where the session is over, or too old for what the person does. */
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
  if (shop.data === null) return <NotYourShop />;
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
        <Outlet />
      </MembershipProvider>
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
