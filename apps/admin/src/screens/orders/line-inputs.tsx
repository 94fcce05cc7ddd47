import type { ReactNode } from 'react';
import type { LineQuantity } from '../../api/order-history';
import type { Line } from '../../api/store';
import { TextInput } from '../../parts/fields';
import styles from '../../parts/store/store.module.css';
import { useTexts } from '../../texts/texts';
import own from './order.module.css';

/** Quantity per order line, as typed by the user. */
export type TypedQuantities = readonly string[];

/**
 * Parses quantities per order line. Returns undefined if a quantity is not a whole number or exceeds the line's
 * remaining quantity.
 */
export function quantitiesOf(
  typed: TypedQuantities,
  remaining: readonly number[],
): LineQuantity[] | undefined {
  const quantities = typed.map((text) => (/^\d+$/.test(text.trim() || '0') ? Number(text) : NaN));
  if (quantities.some((quantity, at) => !(quantity <= remaining[at]!))) return undefined;
  return quantities.flatMap((quantity, line_index) => (quantity > 0 ? [{ line_index, quantity }] : []));
}

interface LineInputsProps {
  lines: readonly Line[];
  remaining: readonly number[];
  typed: TypedQuantities;
  onChange: (typed: TypedQuantities) => void;
}

export function LineInputs({ lines, remaining, typed, onChange }: LineInputsProps): ReactNode {
  const t = useTexts();
  return (
    <div className={own['quantities']}>
      {lines.map(({ title }, at) =>
        remaining[at] === 0 ? null : (
          <div key={at} className={own['quantity']}>
            <span>
              <bdi>{title}</bdi>{' '}
              <span className={styles['soft']}>{t('store.lines.of', { count: remaining[at]! })}</span>
            </span>
            <TextInput
              aria-label={t('store.lines.quantity', { line: title })}
              label=""
              name="line_items"
              inputMode="numeric"
              autoComplete="off"
              value={typed[at] ?? ''}
              onChange={(text) => onChange(typed.map((each, place) => (place === at ? text : each)))}
            />
          </div>
        ),
      )}
    </div>
  );
}
