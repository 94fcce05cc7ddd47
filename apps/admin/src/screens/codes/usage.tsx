import type { ReactNode } from 'react';
import type { Code } from '../../api/store';
import { type Texts, useTexts } from '../../texts/texts';
import styles from './usage.module.css';

/** Shows how often a discount code was used. A bar shows the usage limit. */
export function Usage({ code: { attributes } }: { code: Code }): ReactNode {
  const t = useTexts();
  const { usage_count: count, usage_limit: most } = attributes;
  if (most === null) return count;
  return (
    <span className={styles['usage']}>
      {t('code.uses.of', { count, most })}
      <progress aria-hidden max={Math.max(1, most)} value={Math.min(count, most)} className={styles['bar']} />
    </span>
  );
}

export function limitsOf(t: Texts, { attributes }: Code): string {
  const { usage_limit: total, usage_limit_per_customer: each } = attributes;
  if (total !== null && each !== null) return t('code.limits.both', { total, each });
  if (total !== null) return t('code.limits.total', { total });
  return each === null ? t('code.limits.none') : t('code.limits.each', { each });
}
