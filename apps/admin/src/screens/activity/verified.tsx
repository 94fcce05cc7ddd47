import type { ReactNode } from 'react';
import { Notice } from '../../parts/notice';
import { useTexts } from '../../texts/texts';

export interface Verification {
  valid: boolean;
  entries: number;
  signed_sequence: number;
  problems: {
    kind: 'changed' | 'removed' | 'inserted' | 'head';
    sequence: number | null;
    entry_id: string | null;
  }[];
}

const MAX_LISTED = 20;

export function Verified({ verification }: { verification: Verification }): ReactNode {
  const t = useTexts();
  const { valid, entries, signed_sequence, problems } = verification;
  if (valid)
    return (
      <Notice kind="good" live title={t('activity.verify.valid')}>
        <p>
          {t('activity.verify.counts', { count: entries })}{' '}
          {signed_sequence > 0
            ? t('activity.verify.signed', { signed: String(signed_sequence) })
            : t('activity.verify.unsigned')}
        </p>
      </Notice>
    );
  return (
    <Notice kind="danger" live title={t('activity.verify.invalid')}>
      <p>{t('activity.verify.lead')}</p>
      <ul>
        {problems.slice(0, MAX_LISTED).map(({ kind, sequence, entry_id }, at) => (
          <li key={at}>
            {t(`activity.verify.${kind}`, { sequence: String(sequence ?? '?'), id: entry_id ?? '?' })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
