import { type ReactNode, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { authPage } from '../../api/auth-api';
import {
  categories,
  type Category,
  type DirectoryApp,
  directoryKey,
  directoryPath,
} from '../../api/directory';
import { addressOf } from '../../api/request';
import { TextInput } from '../../parts/fields';
import { Card } from '../../parts/layout';
import { useCategoryName } from '../../parts/listing/listing-words';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { Select } from '../../parts/select';
import { EmptyState } from '../../parts/states';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { AppCard } from './app-card';
import styles from './directory.module.css';

const orders = ['-installed_shops', 'name', '-listed_at'] as const;
type Order = (typeof orders)[number];
const orderTexts = {
  '-installed_shops': 'directory.order.popular',
  name: 'directory.order.name',
  '-listed_at': 'directory.order.new',
} as const;

export default function Directory(): ReactNode {
  const t = useTexts();
  const categoryName = useCategoryName();
  const { id } = useShop();
  const [text, setText] = useState('');
  const [category, setCategory] = useState<Category | 'all'>('all');
  const [order, setOrder] = useState<Order>('-installed_shops');
  const q = useDeferredValue(text.trim());
  const path = addressOf(directoryPath(id), {
    sort: order,
    'filter[q]': q || undefined,
    'filter[category]': category === 'all' ? undefined : category,
  });
  const list = usePagedList<DirectoryApp>(directoryKey(id), path, authPage);
  const isFiltered = q !== '' || category !== 'all';
  return (
    <Page
      title={t('directory.title')}
      lead={
        <>
          {t('directory.lead')} <Link to="/apps">{t('directory.back')}</Link>
        </>
      }
    >
      <Card flush title={t('directory.list')}>
        <div className={styles['tools']} role="search" aria-label={t('directory.search')}>
          <TextInput label={t('directory.search')} type="search" value={text} onChange={setText} />
          <Select
            label={t('directory.category')}
            value={category}
            onChange={setCategory}
            options={[
              { id: 'all', text: t('directory.category.all') },
              ...categories.map((each) => ({ id: each, text: categoryName(each) })),
            ]}
          />
          <Select
            label={t('directory.order')}
            value={order}
            onChange={setOrder}
            options={orders.map((each) => ({ id: each, text: t(orderTexts[each]) }))}
          />
        </div>
        <ListPage
          list={list}
          empty={
            <EmptyState
              icon="apps"
              title={t(isFiltered ? 'directory.nothing.title' : 'directory.empty.title')}
            >
              {t(isFiltered ? 'directory.nothing.lead' : 'directory.empty.lead')}
            </EmptyState>
          }
        >
          {(apps) => (
            <ul className={styles['cards']}>
              {apps.map((app) => (
                <AppCard key={app.id} app={app} />
              ))}
            </ul>
          )}
        </ListPage>
      </Card>
    </Page>
  );
}
