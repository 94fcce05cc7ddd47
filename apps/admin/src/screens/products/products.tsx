import { lazy, type ReactNode, Suspense } from 'react';
import type { ProductImage } from '../../api/product-images';
import { type Product, productStatuses } from '../../api/store';
import { useDialogForNew } from '../../parts/addressed-dialog';
import { Button, ButtonLink } from '../../parts/button';
import { plainAction, tagActions } from '../../parts/store/bulk/bulk-actions';
import type { ListDefinition } from '../../parts/store/list-address';
import { RowLink } from '../../parts/store/object-link';
import { filterByDays, filterByTag, filterByWords } from '../../parts/store/store-filters';
import { StoreList } from '../../parts/store/store-list';
import { Tags } from '../../parts/store/tags';
import { WordBadge } from '../../parts/store/words';
import type { Column } from '../../parts/table';
import { Time } from '../../parts/time';
import { type Texts, useTexts } from '../../texts/texts';
import styles from './images/images.module.css';
import { firstImages, Thumbnail } from './images/thumbnail';

const AddProduct = lazy(() => import('./add-product'));

const definition: ListDefinition = {
  path: '/api/products',
  include: 'images',
  sort: 'title',
  sorts: ['title', 'updated_at'],
  filters: [filterByWords('status', productStatuses), filterByTag, filterByDays('updated_at')],
};

export default function Products(): ReactNode {
  const t = useTexts();
  const [isOpen, setOpen] = useDialogForNew();
  const about = t('store.product.status.description');
  const add = (
    <Button look="primary" icon="plus" needs="products.post" onPress={() => setOpen(true)}>
      {t('store.product.add')}
    </Button>
  );
  return (
    <>
      <StoreList<Product>
        type="products"
        definition={definition}
        bulk={{
          nameOf: ({ attributes }) => attributes.title,
          actions: [
            ...tagActions<Product>(t),
            plainAction('activate', t('store.product.activate'), { status: 'active' }, about),
            plainAction('archive', t('store.product.archive'), { status: 'archived' }, about),
          ],
        }}
        columns={(page) => columns(t, firstImages(page?.included ?? []))}
        actions={
          <>
            <ButtonLink href="/imports" needs="imports.collection">
              {t('store.import')}
            </ButtonLink>
            {add}
          </>
        }
      />
      {isOpen && (
        <Suspense>
          <AddProduct onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function columns(t: Texts, images: ReadonlyMap<string, ProductImage>): Column<Product>[] {
  return [
    {
      title: t('store.field.title'),
      sort: 'title',
      isName: true,
      cell: ({ id, attributes }) => (
        <span className={styles['titled']}>
          <Thumbnail image={images.get(id)} />
          <RowLink to={`/products/${id}`}>
            <bdi>{attributes.title}</bdi>
          </RowLink>
        </span>
      ),
    },
    {
      id: 'status',
      title: t('store.filter.status'),
      importance: 'always',
      cell: ({ attributes }) => <WordBadge word={attributes.status} />,
    },
    {
      id: 'tags',
      title: t('store.field.tags'),
      wraps: true,
      importance: 'low',
      cell: ({ attributes }) => <Tags tags={attributes.tags} />,
    },
    {
      id: 'updated',
      sort: 'updated_at',
      title: t('store.field.updated'),
      cell: ({ meta }) => <Time value={meta!.updated_at} form="relative" />,
    },
  ];
}
