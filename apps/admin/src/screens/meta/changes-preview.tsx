import type { ReactNode } from 'react';
import { Badge } from '../../parts/notice';
import { useTexts } from '../../texts/texts';
import type { Change, Changes } from './changes';
import styles from './changes-preview.module.css';

const looks = { added: 'good', changed: 'info', removed: 'danger' } as const;
/** Maximum number of characters of a previewed value. The editor shows the whole value. */
const MAX_CHARACTERS = 80;
const MAX_CHANGES = 50;

export function ChangesPreview({ changes: { changes, left } }: { changes: Changes }): ReactNode {
  const t = useTexts();
  return (
    <div className={styles['preview']}>
      {changes.length === 0 ? (
        <p className={styles['soft']}>{t('meta.changes.none')}</p>
      ) : (
        <ChangeList changes={changes} />
      )}
      {changes.length > MAX_CHANGES && (
        <p className={styles['soft']}>{t('meta.changes.more', { count: changes.length - MAX_CHANGES })}</p>
      )}
      {left.length > 0 && (
        <p className={styles['soft']}>
          {t('meta.changes.left', { keys: brief(left.join(', ')), count: left.length })}
        </p>
      )}
    </div>
  );
}

export function ChangeList({ changes }: { changes: readonly Change[] }): ReactNode {
  const t = useTexts();
  return (
    <ul className={styles['changes']}>
      {changes.slice(0, MAX_CHANGES).map(({ key, kind, before, after }) => (
        <li key={key}>
          <span>
            <Badge kind={looks[kind]}>{t(`meta.changes.${kind}`)}</Badge>
          </span>
          <span className={styles['change']}>
            <span className={styles['key']}>{brief(key)}</span>
            {before !== undefined && <del className={styles['value']}>{brief(before)}</del>}
            {after !== undefined && <ins className={styles['value']}>{brief(after)}</ins>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function brief(text: string): string {
  return text.length > MAX_CHARACTERS ? `${[...text].slice(0, MAX_CHARACTERS - 1).join('')}…` : text;
}
