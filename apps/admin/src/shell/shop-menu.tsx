import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components';
import { authPage } from '../api/auth-api';
import type { Page } from '../api/documents';
import { Button } from '../parts/button';
import { Icon } from '../parts/icon';
import { ErrorState, Skeleton } from '../parts/states';
import { useLimits } from '../session/limits';
import { type ShopResource, useShopIfAny } from '../session/shop';
import { switchShop } from '../session/switch-shop';
import { useTexts } from '../texts/texts';
import styles from './shop-switcher.module.css';

/** Minimum number of shops for a search field in the shop menu. */
const MANY = 6;
/** Maximum number of loaded pages of shops. Users with more shops can open the other shops by URL. */
const MAX_PAGES = 10;

async function ownShops(signal: AbortSignal): Promise<ShopResource[]> {
  const shops: ShopResource[] = [];
  let next: string | undefined = '/api/shops?sort=name&page[size]=100';
  for (let page = 0; next !== undefined && page < MAX_PAGES; page += 1) {
    const { data, links }: Page<ShopResource> = await authPage<ShopResource>(next, { signal });
    shops.push(...data);
    next = links?.next ?? undefined;
  }
  return shops;
}

export default function ShopMenu({ onCreate }: { onCreate: () => void }): ReactNode {
  const t = useTexts();
  const mayCreate = (useLimits()?.shops ?? 0) > 0;
  return (
    <>
      <OwnShops />
      {mayCreate && (
        <div className={styles['foot']}>
          <Button look="quiet" size="small" icon="plus" wide onPress={onCreate}>
            {t('createShop.open')}
          </Button>
        </div>
      )}
    </>
  );
}

function OwnShops(): ReactNode {
  const shops = useQuery({ queryKey: ['shops'], queryFn: ({ signal }) => ownShops(signal) });
  if (shops.data) return <Shops shops={shops.data} />;
  return shops.error ? (
    <ErrorState error={shops.error} onRetry={() => void shops.refetch()} />
  ) : (
    <Skeleton lines={3} />
  );
}

function Shops({ shops }: { shops: readonly ShopResource[] }): ReactNode {
  const t = useTexts();
  const { contains } = useFilter({ sensitivity: 'base' });
  if (shops.length < MANY) return <List shops={shops} autoFocus />;
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={t('switcher.search')} autoFocus className={styles['search'] ?? ''}>
        <Input className={styles['input'] ?? ''} placeholder={t('switcher.search')} />
      </SearchField>
      <List shops={shops} />
    </Autocomplete>
  );
}

function List({ shops, autoFocus }: { shops: readonly ShopResource[]; autoFocus?: true }): ReactNode {
  const t = useTexts();
  const current = useShopIfAny()?.domain;
  return (
    <Menu
      aria-label={t('switcher.label')}
      {...(autoFocus && { autoFocus: 'first' })}
      className={styles['menu'] ?? ''}
      selectionMode="single"
      selectedKeys={current === undefined ? [] : [current]}
      onAction={(domain) => domain !== current && switchShop(String(domain))}
      renderEmptyState={() => (
        <p className={styles['none']}>{t(shops.length === 0 ? 'switcher.empty' : 'switcher.none')}</p>
      )}
    >
      {shops.map(({ attributes: { domain, name } }) => (
        <MenuItem key={domain} id={domain} textValue={`${name} ${domain}`} className={styles['item'] ?? ''}>
          <span className={styles['words']}>
            <span className={styles['name']}>{name}</span>
            <span className={styles['domain']}>{domain}</span>
          </span>
          {domain === current && <Icon name="check" size={16} />}
        </MenuItem>
      ))}
    </Menu>
  );
}
