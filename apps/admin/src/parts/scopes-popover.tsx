import type { ReactNode } from 'react';
import { Button, DialogTrigger, Popover } from 'react-aria-components';
import { useTexts } from '../texts/texts';
import { Icon } from './icon';
import { ScopeList, useScopes } from './scopes';
import styles from './scopes-popover.module.css';
import { ErrorState, Skeleton } from './states';

/**
 * Shows the number of scopes and lists the scopes in a popover. `of` is the name of the app or token for screen
 * readers.
 */
export function ScopesPopover({ scopes, of }: { scopes: readonly string[]; of: string }): ReactNode {
  const t = useTexts();
  const count = t('scopes.count', { count: scopes.length });
  if (scopes.length === 0) return count;
  return (
    <DialogTrigger>
      <Button className={styles['button'] ?? ''} aria-label={t('scopes.of', { count, of })}>
        {count}
        <Icon name="down" size={14} />
      </Button>
      {/* Without a Dialog inside it is one itself, with the buttons that dismiss it. */}
      <Popover
        className={styles['popover'] ?? ''}
        placement="bottom start"
        aria-label={t('scopes.of', { count, of })}
      >
        <Sentences scopes={scopes} />
      </Popover>
    </DialogTrigger>
  );
}

function Sentences({ scopes }: { scopes: readonly string[] }): ReactNode {
  const all = useScopes();
  if (all.data) return <ScopeList all={all.data} scopes={scopes} />;
  return all.error ? (
    <ErrorState error={all.error} onRetry={() => void all.refetch()} />
  ) : (
    <Skeleton lines={3} />
  );
}
