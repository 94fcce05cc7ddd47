import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ExportProgress, ExportRequest } from '../../api/exports';
import { isProblem } from '../../api/problem';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { Button } from '../button';
import { Notice } from '../notice';
import { saveFile } from '../save-file';
import { whatHappened } from '../states';
import { toast } from '../toast';
import { dayAt } from '../zone-days';
import styles from './store.module.css';

type State = 'idle' | 'failed' | { running: ExportProgress };

export interface ExportedList {
  state: State;
  error: unknown;
  begin: (request: ExportRequest) => void;
  again: () => void;
  cancel: () => void;
}

/** Exports a list. The export stops when the user leaves the list. */
export function useExport(): ExportedList {
  const t = useTexts();
  const { id, timeZone } = useShop();
  const { formatNumber } = useIntl();
  const [state, setState] = useState<State>('idle');
  const [error, setError] = useState<unknown>();
  const [asked, setAsked] = useState<ExportRequest>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const begin = async (request: ExportRequest): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    let last: ExportProgress = { rows: 0, bytes: 0 };
    setAsked(request);
    setState({ running: last });
    try {
      const { exportCsv } = await import('../../api/exports');
      const onProgress = (now: ExportProgress): void => setState({ running: (last = now) });
      saveFile(
        await exportCsv(id, request, { language: navigator.language, signal, onProgress }),
        fileName(request, timeZone),
      );
      setState('idle');
      toast(t('list.export.done', { count: last.rows, rows: formatNumber(last.rows) }));
    } catch (failed) {
      if (signal.aborted) return;
      setError(failed);
      setState('failed');
    }
  };
  return {
    state,
    error,
    begin: (request) => void begin(request),
    again: () => asked && void begin(asked),
    cancel: () => {
      running.current?.abort();
      setState('idle');
    },
  };
}

export function ExportState({ list: { state, error, again, cancel } }: { list: ExportedList }): ReactNode {
  const t = useTexts();
  const { formatNumber } = useIntl();
  if (state === 'idle') return null;
  const [action, press] = state === 'failed' ? [t('action.retry'), again] : [t('action.cancel'), cancel];
  const buttons = (
    <Button size="small" onPress={press}>
      {action}
    </Button>
  );
  if (state === 'failed')
    return (
      <div className={styles['export']}>
        <Notice kind="danger" live title={t('list.export.failed')} actions={buttons}>
          <p>{t(isBusy(error) ? 'list.export.busy' : whatHappened(error))}</p>
        </Notice>
      </div>
    );
  const { rows, bytes } = state.running;
  const size = formatNumber(bytes / 1_000_000, { maximumFractionDigits: 1 });
  return (
    <div className={styles['export']}>
      <Notice title={t('list.export.running')} actions={buttons}>
        <p className={styles['amount']}>{t('list.export.progress', { rows: formatNumber(rows), size })}</p>
        <p>{t('list.export.stay')}</p>
      </Notice>
    </div>
  );
}

const isBusy = (error: unknown): boolean => isProblem(error) && error.has('overloaded');

/** Returns a file name with the date in the shop's time zone, such as `orders-2026-11-22.csv`. */
function fileName({ type }: ExportRequest, zone: string): string {
  return `${type}-${dayAt(Date.now(), zone)}.csv`;
}
