import './styles/page.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';
import { isProblem } from './api/problem';
import { App } from './app';
import { ErrorState } from './parts/states';
import { Toasts } from './parts/toast';
import { guardedHistory } from './parts/unsaved/guarded-history';
import { loadSession, useSessionState } from './session/session';
import { FocusedPage } from './shell/focused-page';
import { FrameSkeleton } from './shell/frame-skeleton';
import { loadPageTexts, TextsProvider, useTexts } from './texts/texts';

/** Retries queries only after temporary errors. Shows cached data during a new request. */
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

/** Loads the session and the texts in parallel, because every screen needs the session. */
const firstSession = loadSession();
// Ignores an error here, because the screen reports a failure to load the session.
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

const browserHistory = guardedHistory();

async function show(): Promise<void> {
  const root = document.getElementById('root')!;
  try {
    await loadPageTexts();
  } catch {
    // Shows the static error message of the HTML page if the translated texts fail to load.
    document.getElementById('failed')!.hidden = false;
    return;
  }
  createRoot(root).render(
    <StrictMode>
      <TextsProvider>
        <QueryClientProvider client={queries}>
          <HistoryRouter basename="/admin" history={browserHistory}>
            <Start />
          </HistoryRouter>
          <Toasts />
        </QueryClientProvider>
      </TextsProvider>
    </StrictMode>,
  );
}

void show();
