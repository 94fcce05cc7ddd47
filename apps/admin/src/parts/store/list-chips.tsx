import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { Button } from '../button';
import { Icon } from '../icon';
import {
  type ListDefinition,
  type ListFilter,
  parametersOf,
  searchWith,
  searchWithout,
  wishesOf,
} from './list-address';
import { useAppNames } from './app-filter';
import { useMoney } from './money';
import styles from './list-tools.module.css';

export function wordsOf(t: Texts, { textOf }: Extract<ListFilter, { kind: 'words' }>, words: string): string {
  return words
    .split(',')
    .map((word) => t(textOf(word)))
    .join(', ');
}

export function ListChips({ definition }: { definition: ListDefinition }): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { values } = wishesOf(definition, search);
  const describe = useDescription(useAppNames(values['filter[actor_id]'] !== undefined));
  const chips = definition.filters.flatMap((filter) => {
    const given = parametersOf(filter).map((parameter) => values[parameter]);
    if (given.every((value) => value === undefined)) return [];
    const removed = parametersOf(filter).map((parameter) => [parameter, ''] as const);
    const text = `${t(filter.title)}: ${describe(filter, given)}`;
    return [{ name: filter.name, text, search: searchWith(definition, search, Object.fromEntries(removed)) }];
  });
  if (chips.length === 0) return null;
  return (
    <div className={styles['chips']}>
      <ul aria-label={t('list.filters.active')}>
        {chips.map((chip) => (
          <li key={chip.name}>
            <button
              type="button"
              className={styles['chip']}
              aria-label={t('list.filters.remove', { filter: chip.text })}
              onClick={() => void navigate({ search: chip.search })}
            >
              {chip.text}
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <Button
        size="small"
        look="quiet"
        onPress={() => void navigate({ search: searchWithout(definition, search) })}
      >
        {t('list.filters.clear')}
      </Button>
    </div>
  );
}

/** Returns a function that describes the values of a filter, such as "from €5.00" or "Paid". */
function useDescription(apps: ReadonlyMap<string, string>) {
  const t = useTexts();
  const money = useMoney();
  const { formatDate } = useIntl();
  const { currency } = useShop();
  return (filter: ListFilter, [low, high]: (string | undefined)[]): string => {
    const { kind } = filter;
    const shown = (value: string): string => {
      if (kind === 'amounts') return money(Number(value), currency);
      // Formats the day in UTC, because another time zone could shift it to the previous day.
      if (kind === 'days') return formatDate(value, { dateStyle: 'medium', timeZone: 'UTC' });
      if (kind === 'app') return apps.get(value) ?? value;
      return filter.kind === 'words' ? wordsOf(t, filter, value) : value;
    };
    if (kind !== 'days' && kind !== 'amounts') return shown(low!);
    if (high === undefined) return t('list.filters.from', { value: shown(low!) });
    if (low === undefined) return t('list.filters.to', { value: shown(high) });
    return t('list.filters.range', { low: shown(low), high: shown(high) });
  };
}
