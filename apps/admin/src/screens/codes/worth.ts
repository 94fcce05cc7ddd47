import { useIntl } from 'react-intl';
import type { Code } from '../../api/store';
import { useMoney } from '../../parts/store/money';
import { useTexts } from '../../texts/texts';

/** Returns a function that formats the discount of a discount code, or the balance of a gift card. */
export function useWorth(): (attributes: Code['attributes']) => string {
  const t = useTexts();
  const money = useMoney();
  const { formatNumber } = useIntl();
  return ({ kind, value_type, value, currency_code, balance_amount, initial_amount }) => {
    if (kind === 'gift')
      return t('code.balance', {
        balance: money(balance_amount ?? 0, currency_code),
        initial: money(initial_amount ?? 0, currency_code),
      });
    return value_type === 'percentage'
      ? formatNumber((value ?? 0) / 10_000, { style: 'percent', maximumFractionDigits: 2 })
      : money(value ?? 0, currency_code);
  };
}
