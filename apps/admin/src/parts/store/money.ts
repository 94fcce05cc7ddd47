import { useIntl } from 'react-intl';
import { useTexts } from '../../texts/texts';
import { type Money, moneyFormat, type Sums, sumsFormat } from './money-format';

export function useMoney(): Money {
  return moneyFormat(useIntl(), useTexts());
}

export function useSums(): Sums {
  return sumsFormat(useIntl(), useMoney());
}
