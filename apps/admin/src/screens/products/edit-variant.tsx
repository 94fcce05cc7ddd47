import type { ReactNode } from 'react';
import type { Variant } from '../../api/store';
import { Dialog } from '../../parts/dialog';
import { Row } from '../../parts/layout';
import { ErrorState, Skeleton } from '../../parts/states';
import { DeleteObject } from '../../parts/store/delete-object';
import { EditCard } from '../../parts/store/edit-card';
import { useChanging, useKnown } from '../../parts/store/known';
import { useTexts } from '../../texts/texts';
import { VariantImage } from './images/variant-image';
import { variantFields } from './product-fields';
import { StockHistory } from './stock-history';

export function EditVariant({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const t = useTexts();
  const query = useKnown<Variant>('variants', id);
  const changing = useChanging<Variant>('variants');
  const known = query.data;
  return (
    <Dialog title={t('variant.edit')} isOpen onClose={onClose}>
      {!known && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!known && !query.error && <Skeleton lines={6} />}
      {known && (
        <>
          <EditCard
            title={known.object.attributes.title}
            fields={variantFields(t, known.object.attributes.currency_code)}
            known={known}
            changing={changing}
          />
          <VariantImage variant={known.object} />
          <StockHistory variant={known.object} />
          <Row end>
            <DeleteObject
              known={known}
              title={t('variant.delete.title', { title: known.object.attributes.title })}
              text={t('variant.delete.text')}
              onDeleted={onClose}
            />
          </Row>
        </>
      )}
    </Dialog>
  );
}
