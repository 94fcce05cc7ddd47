import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useLinkToken } from '../../session/link-token';
import { takeOver, useSessionState } from '../../session/session';
import { answeredToken, askForSession } from '../../session/switch-shop';
import { FrameSkeleton } from '../../shell/frame-skeleton';

/**
 * Page that users open from another shop's panel. For a signed-out user, the page requests the session from that
 * panel.
 */
export default function Switch(): ReactNode {
  const isSignedIn = useSessionState().kind === 'signed-in';
  const answer = useLinkToken();
  const from = useSearchParams()[0].get('from') ?? '';
  const taken = useQuery({
    queryKey: ['switch', from, answer],
    enabled: !isSignedIn,
    queryFn: () => (answer === '' ? askForSession(from) : takeAnswer(answer)),
    retry: false,
    staleTime: Infinity,
  });
  if (isSignedIn) return <Navigate to="/" replace />;
  return taken.error || taken.data === false ? <Navigate to="/sign-in" replace /> : <FrameSkeleton />;
}

/** Signs in with the transferred session. Returns false if this tab has not requested a session. */
async function takeAnswer(answer: string): Promise<boolean> {
  const token = answeredToken(answer);
  if (token === undefined) return false;
  await takeOver(token);
  return true;
}
