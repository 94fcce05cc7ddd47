import type { ReactNode } from 'react';
import { isProblem } from '../api/problem';
import { isTextId, type TextId, type Texts, useTexts } from '../texts/texts';
import { Button } from './button';
import { errorTexts } from './error-words';
import { Icon, type IconName } from './icon';
import { Notice } from './notice';
import styles from './states.module.css';

/**
 * Grey placeholder bars with the height of the expected content, to avoid layout shifts. `lines` is the number of
 * lines of a list or text. `cards` is the number of table rows, which are higher on narrow screens.
 */
export function Skeleton({
  lines = 3,
  tall = false,
  cards = false,
}: {
  lines?: number;
  tall?: boolean;
  cards?: boolean;
}): ReactNode {
  const t = useTexts();
  return (
    <div
      className={`${styles['skeleton']} ${tall || cards ? styles['tall'] : ''} ${cards ? styles['cards'] : ''}`}
      role="status"
      aria-label={t('loading.label')}
    >
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}

export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon: IconName;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}): ReactNode {
  return (
    <div className={styles['empty']}>
      <span className={styles['badge']}>
        <Icon name={icon} size={22} />
      </span>
      <p className={styles['title']}>{title}</p>
      {children !== undefined && <div className={styles['lead']}>{children}</div>}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const t = useTexts();
  const id = isProblem(error) ? error.requestId : undefined;
  return (
    <Notice
      kind="danger"
      live
      title={t('error.title')}
      actions={
        onRetry && (
          <Button size="small" onPress={onRetry}>
            {t('action.retry')}
          </Button>
        )
      }
    >
      <p>{t(whatHappened(error))}</p>
      {id && <p className={styles['id']}>{t('error.requestId', { id })}</p>}
    </Notice>
  );
}

/** Reports that a section of a screen failed to load, because missing data could look like a healthy state. */
export function Unknown({ children, onRetry }: { children: ReactNode; onRetry: () => void }): ReactNode {
  const t = useTexts();
  return (
    <Notice
      kind="warning"
      live
      title={t('error.unknown')}
      actions={
        <Button size="small" onPress={onRetry}>
          {t('action.retry')}
        </Button>
      }
    >
      <p>{children}</p>
    </Notice>
  );
}

/** Returns the text id of the general message for an error. */
export function whatHappened(error: unknown): TextId {
  if (!isProblem(error)) return 'error.screen';
  if (error.status === 0) return 'error.offline';
  if (error.has('no_answer_to_write')) return 'error.noAnswer';
  if (error.isPassing || error.status === 429) return 'error.away';
  if (error.status === 404) return 'error.notFound';
  if (error.has('insufficient_role') || error.has('insufficient_scope')) return 'error.role';
  const own = error.errors.map(({ code }) => `error.code.${code}`).find(isTextId);
  return own ?? (error.status === 403 ? 'error.forbidden' : 'error.unexpected');
}

/**
 * Returns the reason why an item of a bulk change failed. Returns the general message if the response contains no
 * reason.
 */
export function whyFailed(t: Texts, error: unknown): string {
  const isAboutIt = isProblem(error) && [409, 422].includes(error.status) && error.errors.length > 0;
  return isAboutIt ? errorTexts(t, error.errors) : t(whatHappened(error));
}
