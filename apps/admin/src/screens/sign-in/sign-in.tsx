import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { ButtonLink } from '../../parts/button';
import { nextAddress } from '../../session/next-address';
import { useSessionState } from '../../session/session';
import { shopDomain } from '../../session/shop';
import { SignInForm } from '../../session/sign-in-form';
import { FocusedPage } from '../../shell/focused-page';
import { useTexts } from '../../texts/texts';

export default function SignIn(): ReactNode {
  const t = useTexts();
  const [query] = useSearchParams();
  const state = useSessionState();
  // Redirects the user after a sign-in. Also redirects a user who is already signed in.
  if (state.kind === 'signed-in')
    return <Navigate to={nextAddress(query.get('next'), window.location.origin)} replace />;
  return (
    <FocusedPage title={t('signIn.title')} lead={t('signIn.lead', { shop: shopDomain() })}>
      <SignInForm />
      <ButtonLink look="quiet" href="/forgot-password">
        {t('signIn.forgot')}
      </ButtonLink>
    </FocusedPage>
  );
}
