import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import type { Variant } from '../../api/store';
import { DetailPage } from '../../parts/store/detail-page';

export default function VariantPage(): ReactNode {
  const { id = '' } = useParams();
  return (
    <DetailPage<Variant>
      key={id}
      type="products"
      read="variants"
      title={({ attributes }) => attributes.title}
    >
      {({ object }) => ({
        main: <Navigate to={`/products/${object.relationships!['product']!.data!.id}`} replace />,
        aside: null,
      })}
    </DetailPage>
  );
}
