import { useIntl } from 'react-intl';

const units = [
  { unit: 'millisecond', ms: 1, below: 1_000, digits: 0 },
  { unit: 'second', ms: 1_000, below: 120_000, digits: 1 },
  { unit: 'minute', ms: 60_000, below: 7_200_000, digits: 0 },
  { unit: 'hour', ms: 3_600_000, below: Infinity, digits: 1 },
] as const;

/** Formats a duration in milliseconds, such as `12 ms`, `1.2 sec` or `14 min`. */
export function useDuration(): (ms: number) => string {
  const { formatNumber } = useIntl();
  return (ms) => {
    const { unit, ms: one, digits } = units.find(({ below }) => ms < below)!;
    return formatNumber(ms / one, { style: 'unit', unit, maximumFractionDigits: digits });
  };
}
