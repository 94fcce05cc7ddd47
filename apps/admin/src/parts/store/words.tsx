import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts';
import type { Code, Customer, OrderStates, Product } from '../../api/store';
import { Badge } from '../notice';

export type Word =
  | OrderStates[keyof OrderStates]
  | Product['attributes']['status']
  | Customer['attributes']['status']
  | Code['attributes']['status']
  | Code['attributes']['kind'];

const looks: Partial<Record<Word, 'good' | 'info' | 'warning' | 'danger'>> = {
  ...{ active: 'good', paid: 'good', fulfilled: 'good', completed: 'good' },
  ...{ pending: 'warning', unfulfilled: 'warning', partial: 'warning', partially_refunded: 'warning' },
  ...{ open: 'info', authorized: 'info', scheduled: 'info', draft: 'info' },
  ...{ cancelled: 'danger', exhausted: 'warning' },
};

export function WordBadge({ word }: { word: Word }): ReactNode {
  const t = useTexts();
  return <Badge kind={looks[word] ?? 'neutral'}>{t(`store.word.${word}`)}</Badge>;
}
