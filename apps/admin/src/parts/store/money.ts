import { useIntl } from 'react-intl';
import { useTexts } from '../../texts/texts';
import { type Money, moneyFormat } from './money-format';

/** Formats amounts in the viewer's locale. */
export function useMoney(): Money {
  return moneyFormat(useIntl(), useTexts());
}
