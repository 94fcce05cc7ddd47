import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Product } from '../../api/store';
import { Button } from '../../parts/button';
import { DetailPage } from '../../parts/store/detail-page';
import { DeleteObject } from '../../parts/store/delete-object';
import { EditCard } from '../../parts/store/edit-card';
import { MetaCard } from '../../parts/store/meta-card';
import { useTexts } from '../../texts/texts';
import { ImagesCard } from './images/images-card';
import { useImages } from './images/use-images';
import { productFields } from './product-fields';
import { Variants } from './variants';

export default function ProductPage(): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const { isLoading } = useImages(id);
  return (
    <DetailPage<Product>
      type="products"
      isLoading={isLoading}
      title={({ attributes }) => attributes.title}
      actions={(known, { send }) =>
        known.object.attributes.status !== 'archived' && (
          <Button needs="products.patch" onPress={() => void send(known, { status: 'archived' })}>
            {t('store.product.archive')}
          </Button>
        )
      }
    >
      {(known, changing) => ({
        main: (
          <>
            <EditCard
              title={t('store.products.one')}
              fields={productFields(t)}
              known={known}
              changing={changing}
            />
            <ImagesCard productId={known.object.id} />
            <Variants productId={known.object.id} />
          </>
        ),
        aside: (
          <>
            <MetaCard object={known.object} />
            <div>
              <DeleteObject
                known={known}
                title={t('store.product.delete.title', { title: known.object.attributes.title })}
                text={t('store.product.delete.text')}
                onDeleted={() => void navigate('/products')}
              />
            </div>
          </>
        ),
      })}
    </DetailPage>
  );
}
