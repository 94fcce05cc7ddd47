import type { ReactNode } from 'react';
import { Button } from '../../parts/button';
import { Checkbox } from '../../parts/fields';
import { useTexts } from '../../texts/texts';
import styles from './activity.module.css';
import { groups, type Kind } from '../../parts/audit/audit-entry';

interface KindFilterProps {
  /** Selected kinds of audit log entries. An empty array means all kinds. */
  chosen: readonly Kind[];
  onChange: (change: (chosen: Kind[]) => Kind[]) => void;
}

/** Checkboxes for kinds of audit log entries, in groups. Each click applies immediately. */
export function KindFilter({ id, chosen, onChange }: KindFilterProps & { id: string }): ReactNode {
  const t = useTexts();
  const set = (kinds: readonly Kind[], on: boolean): void =>
    onChange((now) => [...now.filter((kind) => !kinds.includes(kind)), ...(on ? kinds : [])]);
  return (
    <div id={id} role="group" aria-label={t('activity.filter.label')} className={styles['filter']}>
      {groups.map(({ text, kinds }) => {
        const ticked = kinds.filter((kind) => chosen.includes(kind)).length;
        return (
          <div key={text} role="group" aria-label={t(text)} className={styles['group']}>
            <Checkbox
              isSelected={ticked === kinds.length}
              isIndeterminate={ticked > 0 && ticked < kinds.length}
              onChange={(on) => set(kinds, on)}
            >
              <strong>{t(text)}</strong>
            </Checkbox>
            <div className={styles['kinds']}>
              {kinds.map((kind: Kind) => (
                <Checkbox key={kind} isSelected={chosen.includes(kind)} onChange={(on) => set([kind], on)}>
                  {t(`activity.kind.${kind}`)}
                </Checkbox>
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** Buttons that remove the filters of the audit log. A complete group of kinds counts as one filter. */
export function ChosenKinds({ chosen, onChange }: KindFilterProps): ReactNode {
  const t = useTexts();
  if (chosen.length === 0) return null;
  const parts = groups.flatMap(({ text, kinds }): { text: string; kinds: readonly Kind[] }[] =>
    kinds.every((kind) => chosen.includes(kind))
      ? [{ text: t(text), kinds }]
      : kinds
          .filter((kind: Kind) => chosen.includes(kind))
          .map((kind: Kind) => ({ text: `${t(text)}: ${t(`activity.kind.${kind}`)}`, kinds: [kind] })),
  );
  return (
    <div role="group" aria-label={t('activity.filter.chosen')} className={styles['chosen']}>
      {parts.map(({ text, kinds }) => (
        <Button
          key={text}
          size="small"
          icon="close"
          aria-label={t('activity.filter.remove', { kind: text })}
          onPress={() => onChange((now) => now.filter((kind) => !kinds.includes(kind)))}
        >
          {text}
        </Button>
      ))}
      <Button size="small" look="quiet" onPress={() => onChange(() => [])}>
        {t('activity.filter.clear')}
      </Button>
    </div>
  );
}
