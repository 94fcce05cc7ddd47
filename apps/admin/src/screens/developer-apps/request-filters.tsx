import { type ReactNode, useState } from 'react';
import { TextInput } from '../../parts/fields';
import { Select } from '../../parts/select';
import { useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';
import { methods, type RequestFilters, type Span, spans, statuses } from './request-query';

interface RequestFiltersProps {
  filters: RequestFilters;
  onChange: (filters: RequestFilters) => void;
}

/**
 * Filters of an app's request log. A change applies immediately, except for the shop, which applies on Enter and on
 * blur.
 */
export function RequestFilterBar({ filters, onChange }: RequestFiltersProps): ReactNode {
  const t = useTexts();
  const [shop, setShop] = useState(filters.shop_domain);
  const all = t('developerApps.requests.filter.all');
  const named = <Id extends string>(ids: readonly Id[]) => ids.map((id) => ({ id, text: id || all }));
  const set = (change: Partial<RequestFilters>): void => onChange({ ...filters, ...change });
  const sendShop = (): void => {
    if (shop.trim() !== filters.shop_domain) set({ shop_domain: shop.trim() });
  };
  return (
    <form
      role="search"
      aria-label={t('developerApps.requests.filter')}
      className={styles['filters']}
      onSubmit={(event) => {
        event.preventDefault();
        sendShop();
      }}
    >
      <Select
        label={t('developerApps.requests.status')}
        options={named(statuses)}
        value={filters.status}
        onChange={(status) => set({ status })}
      />
      <Select
        label={t('developerApps.requests.filter.method')}
        options={named(methods)}
        value={filters.method}
        onChange={(method) => set({ method })}
      />
      <Select
        label={t('developerApps.requests.filter.since')}
        options={[
          { id: '', text: all },
          { id: 'hour', text: t('developerApps.requests.filter.hour') },
          { id: 'day', text: t('developerApps.requests.filter.day') },
        ]}
        value={filters.span}
        onChange={(span: Span) => set({ span, since: sinceOf(span) })}
      />
      <TextInput
        label={t('developerApps.link.shop')}
        value={shop}
        onChange={setShop}
        onBlur={sendShop}
        placeholder="demo-shop"
      />
    </form>
  );
}

function sinceOf(span: Span): string {
  const ms = spans[span];
  return ms === undefined ? '' : new Date(Date.now() - ms).toISOString();
}
