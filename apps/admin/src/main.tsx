import './styles/page.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { isProblem } from './api/problem';
import { App } from './app';
import { ErrorState } from './parts/states';
import { Toasts } from './parts/toast';
import { loadSession, useSessionState } from './session/session';
import { FocusedPage } from './shell/focused-page';
import { FrameSkeleton } from './shell/frame-skeleton';
import { loadTexts, TextsProvider, useTexts } from './texts/texts';

/** Asked again only where that may help; what is a little old is shown while the new is on its way. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => isProblem(error) && error.isWorthAnotherTry && failures < 2,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** First of all it is found out who is there: every screen depends on it. Asked while the texts are on their way. */
const firstSession = loadSession();
// Said where it is shown.
firstSession.catch(() => undefined);

function Start(): ReactNode {
  const t = useTexts();
  const state = useSessionState();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    firstSession.catch(setError);
  }, []);
  const retry = (): void => {
    setError(undefined);
    loadSession().catch(setError);
  };
  if (error !== undefined) {
    return (
      <FocusedPage title={t('error.start')}>
        <ErrorState error={error} onRetry={retry} />
      </FocusedPage>
    );
  }
  return state.kind === 'unknown' ? <FrameSkeleton /> : <App />;
}

/** Every text is there before the first of them is shown. */
async function show(): Promise<void> {
  const root = document.getElementById('root')!;
  try {
    await loadTexts();
  } catch {
    // Without texts there is nothing else to say it with.
    document.getElementById('failed')!.hidden = false;
    return;
  }
  createRoot(root).render(
    <StrictMode>
      <TextsProvider>
        <QueryClientProvider client={queries}>
          <BrowserRouter basename="/admin">
            <Start />
          </BrowserRouter>
          <Toasts />
        </QueryClientProvider>
      </TextsProvider>
    </StrictMode>,
  );
}

void show();
