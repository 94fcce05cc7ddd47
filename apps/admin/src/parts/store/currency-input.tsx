import { currencies } from '@storewright/money';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Select } from '../select';
import type { AttributeInputProps } from './attributes';

export function CurrencyInput({ value, ...props }: AttributeInputProps): ReactNode {
  const { formatDisplayName } = useIntl();
  const codes = currencies.includes(value) ? currencies : [value, ...currencies];
  const nameOf = (code: string) => formatDisplayName(code, { type: 'currency', fallback: 'none' });
  const options = codes.map((id) => ({ id, text: [id, nameOf(id)].filter(Boolean).join(' – ') }));
  return <Select {...props} value={value} options={options} />;
}
