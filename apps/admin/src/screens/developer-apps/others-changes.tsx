import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../parts/button';
import { Notice } from '../../parts/notice';
import { type Texts, useTexts } from '../../texts/texts';
import { type AppField, type AppValues, type OthersChange, valuesOf } from './app-values';
import styles from './developer-apps.module.css';
import type { KnownApp } from './own-app';

interface OthersChangesProps {
  /** Newest version of the app, which the user's edits are now based on. */
  base: KnownApp;
  others: readonly OthersChange[];
  values: AppValues;
  onTake: (part: Partial<AppValues>) => void;
}

/** Shows changes from another user or another window before this user saves. */
export function OthersChanges({ base, others, values, onTake }: OthersChangesProps): ReactNode {
  const t = useTexts();
  const notice = useRef<HTMLDivElement>(null);
  const isShown = others.length > 0;
  // Moves the focus to the notice above the form, because the Save button is at the end of the form.
  useEffect(() => {
    if (isShown) notice.current?.focus();
  }, [isShown, base]);
  if (!isShown) return null;
  const theirs = valuesOf(base.app.attributes);
  return (
    <div
      ref={notice}
      tabIndex={-1}
      role="group"
      aria-label={t('developerApps.newer.title')}
      className={styles['newer']}
    >
      <Notice kind="warning" title={t('developerApps.newer.title')}>
        <p>{t('developerApps.newer.lead')}</p>
        <ul className={styles['others']}>
          {others.map(({ field, isConflict }) => (
            <li key={field}>
              <p>
                <strong>{t(`developerApps.field.${field}`)}</strong>: <bdi>{shown(t, field, theirs)}</bdi>
              </p>
              {isConflict && values[field] !== theirs[field] && (
                <p className={styles['conflict']}>
                  {t('developerApps.newer.conflict')}
                  <Button
                    size="small"
                    aria-label={t('developerApps.newer.take.of', {
                      field: t(`developerApps.field.${field}`),
                    })}
                    onPress={() => onTake({ [field]: theirs[field] })}
                  >
                    {t('developerApps.newer.take')}
                  </Button>
                </p>
              )}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function shown(t: Texts, field: AppField, values: AppValues): string {
  const value = values[field];
  if (typeof value === 'boolean') return t(value ? 'developerApps.newer.on' : 'developerApps.newer.off');
  return (typeof value === 'string' ? value : value.join(', ')) || t('developerApps.newer.none');
}
