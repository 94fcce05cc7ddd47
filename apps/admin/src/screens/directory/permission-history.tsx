import type { ReactNode } from 'react';
import type { PermissionVersion } from '../../api/directory';
import { scopeChanges } from '../../api/shop-apps';
import { Card } from '../../parts/layout';
import type { Sentence } from '../../parts/scopes';
import { Time } from '../../parts/time';
import { useTexts } from '../../texts/texts';
import styles from './directory.module.css';

interface PermissionHistoryProps {
  versions: readonly PermissionVersion[];
  scopes: readonly Sentence[];
}

export function PermissionHistory({ versions, scopes }: PermissionHistoryProps): ReactNode {
  const t = useTexts();
  return (
    <Card title={t('directory.history')}>
      <ul className={styles['history']}>
        {versions.map((version, at) => (
          <li key={version.number}>
            <Time value={version.approved_at} />
            <Changes before={versions[at + 1]} now={version} scopes={scopes} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Changes({
  before,
  now,
  scopes,
}: {
  before: PermissionVersion | undefined;
  now: PermissionVersion;
  scopes: readonly Sentence[];
}): ReactNode {
  const t = useTexts();
  if (!before) return <p>{t('directory.history.first', { count: now.scopes.length })}</p>;
  const { added, dropped } = scopeChanges(before.scopes, now.scopes);
  if (added.length + dropped.length === 0) return <p>{t('directory.history.same')}</p>;
  const words = (names: string[]) =>
    names.map((name) => scopes.find(({ id }) => id === name)?.attributes.sentence ?? name).join(', ');
  return (
    <>
      {added.length > 0 && <p>{t('directory.history.added', { permissions: words(added) })}</p>}
      {dropped.length > 0 && <p>{t('directory.history.dropped', { permissions: words(dropped) })}</p>}
    </>
  );
}
