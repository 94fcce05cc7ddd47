import { type ReactNode, useState } from 'react';
import { Radio, RadioGroup } from '../../parts/fields';
import { ScopeGrid } from '../../parts/scope-grid';
import { useScopes } from '../../parts/scopes';
import { ErrorState, Skeleton } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import styles from './generate-token.module.css';

interface AccessFieldsProps {
  scopes: string[] | null;
  onChange: (scopes: string[] | null) => void;
  error: string | undefined;
}

export function AccessFields({ scopes, onChange, error }: AccessFieldsProps): ReactNode {
  const t = useTexts();
  const all = useScopes();
  // Remembers the selected scopes while the user has selected full access.
  const [ticked, setTicked] = useState<string[]>(scopes ?? []);
  return (
    <>
      <RadioGroup
        label={t('apiAccess.new.access')}
        name="access"
        value={scopes === null ? 'all' : 'chosen'}
        onChange={(value) => onChange(value === 'all' ? null : ticked)}
      >
        <Radio value="chosen" description={t('apiAccess.new.access.chosen.description')}>
          {t('apiAccess.new.access.chosen')}
        </Radio>
        <Radio value="all" description={t('scopes.all.sentence')}>
          {t('scopes.all')}
        </Radio>
      </RadioGroup>
      {scopes !== null && (
        <div className={styles['nested']}>
          {all.isPending && <Skeleton lines={5} />}
          {all.error && !all.data && <ErrorState error={all.error} onRetry={() => void all.refetch()} />}
          {all.data && (
            <ScopeGrid
              all={all.data}
              value={scopes}
              onChange={(next) => {
                setTicked(next);
                onChange(next);
              }}
            />
          )}
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </>
  );
}
