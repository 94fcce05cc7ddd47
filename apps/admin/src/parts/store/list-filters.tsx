import { lazy, type ReactNode, Suspense, useState } from 'react';
import { DialogTrigger, Popover } from 'react-aria-components';
import { useLocation } from 'react-router';
import { useTexts } from '../../texts/texts';
import { useOpenAfterPaint } from '../after-paint';
import { Button } from '../button';
import { Skeleton } from '../states';
import { type ListDefinition, parametersOf, wishesOf } from './list-address';
import styles from './list-tools.module.css';

const FilterFields = lazy(() => import('./filter-fields'));

export function ListFilters({ definition }: { definition: ListDefinition }): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const { filters } = definition;
  const { values } = wishesOf(definition, search);
  const count = filters.filter((filter) =>
    parametersOf(filter).some((parameter) => values[parameter] !== undefined),
  ).length;
  return (
    <DialogTrigger isOpen={useOpenAfterPaint(isOpen)} onOpenChange={setOpen}>
      <Button size="small">{count === 0 ? t('list.filters') : t('list.filters.count', { count })}</Button>
      {/* Without a Dialog inside it is one itself, with the buttons that dismiss it. */}
      <Popover className={styles['popover'] ?? ''} placement="bottom start" aria-label={t('list.filters')}>
        <Suspense fallback={<Skeleton lines={filters.length + 1} tall />}>
          <FilterFields definition={definition} />
        </Suspense>
      </Popover>
    </DialogTrigger>
  );
}
