import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { ButtonLink } from '../../parts/button';
import { ErrorState } from '../../parts/states';
import { signInAddress } from '../../session/next-address';
import { useSessionState } from '../../session/session';
import { sendSession } from '../../session/switch-shop';
import { FocusedPage } from '../../shell/focused-page';
import { FrameSkeleton } from '../../shell/frame-skeleton';
import { useTexts } from '../../texts/texts';

/** Transfers the session to the panel of another shop, which has requested the session. */
export default function SwitchTo(): ReactNode {
  const t = useTexts();
  const { kind } = useSessionState();
  const { pathname, search } = useLocation();
  const [query] = useSearchParams();
  const sent = useQuery({
    queryKey: ['switch-to', search],
    enabled: kind === 'signed-in',
    queryFn: async () => {
      await sendSession(query.get('shop') ?? '', query.get('state') ?? '');
      return null;
    },
    retry: false,
    staleTime: Infinity,
  });
  if (kind !== 'signed-in') return <Navigate to={signInAddress(pathname + search)} replace />;
  if (!sent.error) return <FrameSkeleton />;
  return (
    <FocusedPage title={t('switcher.failed')}>
      <ErrorState error={sent.error} onRetry={() => void sent.refetch()} />
      <ButtonLink href="/">{t('notFound.home')}</ButtonLink>
    </FocusedPage>
  );
}
