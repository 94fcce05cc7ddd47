import type { ReactNode } from 'react';
import { Button } from '../../parts/button';
import { TextInput } from '../../parts/fields';
import { Select } from '../../parts/select';
import { type TextId, useTexts } from '../../texts/texts';
import styles from './question-form.module.css';
import { fateOfNumber, jsonNumber } from '../../parts/json/numbers';
import { booleanOf, comparisons, type Condition, type Operator, typeMistake, valueTypes } from './question';
import { SuggestInput } from './suggest-input';

const operatorTexts: Record<Operator, TextId> = {
  has: 'meta.operator.has',
  '=': 'meta.operator.equal',
  '!=': 'meta.operator.other',
  '>': 'meta.operator.greater',
  '>=': 'meta.operator.greaterOrEqual',
  '<': 'meta.operator.less',
  '<=': 'meta.operator.lessOrEqual',
};

interface ConditionRowProps {
  /** Position of the condition, starting at 1. */
  number: number;
  condition: Condition;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
  keys: readonly string[];
}

export function ConditionRow({ number, condition, onChange, onRemove, keys }: ConditionRowProps): ReactNode {
  const t = useTexts();
  const { key, operator } = condition;
  const set = (changes: Partial<Condition>): void => onChange({ ...condition, ...changes });
  const mistake = typeMistake(condition);
  return (
    <div role="group" aria-label={t('meta.condition', { number })} className={styles['condition']}>
      <div className={styles['key']}>
        <SuggestInput
          label={t('meta.condition.key')}
          hideLabel
          name={`key-${number}`}
          value={key}
          onChange={(next) => set({ key: next })}
          suggestions={keys}
          placeholder={t('meta.condition.key')}
          mono
        />
      </div>
      <div className={styles['operator']}>
        <Select
          label={t('meta.condition.operator')}
          hideLabel
          options={[...comparisons, 'has' as const].map((id) => ({ id, text: t(operatorTexts[id]) }))}
          value={operator}
          onChange={(next) => set({ operator: next })}
        />
      </div>
      {operator !== 'has' && <ValueFields number={number} condition={condition} set={set} />}
      <div className={styles['remove']}>
        <Button
          look="quiet"
          icon="close"
          aria-label={t('meta.condition.remove', { number })}
          onPress={onRemove}
        />
      </div>
      {mistake && <p className={styles['mistake']}>{t(mistake)}</p>}
    </div>
  );
}

function ValueFields({
  number,
  condition: { type, value },
  set,
}: Pick<ConditionRowProps, 'number' | 'condition'> & {
  set: (changes: Partial<Condition>) => void;
}): ReactNode {
  const t = useTexts();
  const note = type === 'number' ? rounded(value) : undefined;
  return (
    <>
      <div className={styles['type']}>
        <Select
          label={t('meta.condition.type')}
          hideLabel
          options={valueTypes.map((id) => ({ id, text: t(`meta.type.${id}`) }))}
          value={type}
          onChange={(next) => set({ type: next })}
        />
      </div>
      <div className={styles['value']}>
        {type === 'boolean' ? (
          <Select
            label={t('meta.condition.value')}
            hideLabel
            name={`value-${number}`}
            options={[
              { id: 'true', text: 'true' },
              { id: 'false', text: 'false' },
            ]}
            value={booleanOf(value)}
            onChange={(next) => set({ value: next })}
          />
        ) : (
          <TextInput
            label={<span className={styles['visuallyHidden']}>{t('meta.condition.value')}</span>}
            name={`value-${number}`}
            mono
            value={value}
            onChange={(next) => set({ value: next })}
            placeholder={t(type === 'number' ? 'meta.condition.value' : 'meta.condition.value.empty')}
            {...(type === 'number' ? { inputMode: 'decimal' as const } : {})}
            description={note && t('meta.condition.value.rounded', { kept: note })}
          />
        )}
      </div>
    </>
  );
}

/** Returns the double that the API would store. Returns undefined if the double equals the typed number. */
function rounded(value: string): string | undefined {
  const literal = value.trim();
  if (!jsonNumber.test(literal) || !Number.isFinite(Number(literal))) return undefined;
  const compared = String(Number(literal));
  return fateOfNumber(literal).kind === 'exact' || compared === literal ? undefined : compared;
}
