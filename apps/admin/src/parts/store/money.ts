import { useIntl } from 'react-intl';
import { useTexts } from '../../texts/texts';
import { type Money, moneyFormat, type Sums, sumsFormat } from './money-format';

/** Formats amounts in the viewer's locale. */
export function useMoney(): Money {
  return moneyFormat(useIntl(), useTexts());
}

/** Formats sums of several currencies. */
export function useSums(): Sums {
  return sumsFormat(useIntl(), useMoney());
}
