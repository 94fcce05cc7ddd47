import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { CreateDialog } from '../../parts/store/create-dialog';
import { useTexts } from '../../texts/texts';
import { productFields } from './product-fields';

/** The dialog for a new product, in a separate chunk. */
export default function AddProduct({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  return (
    <CreateDialog
      title={t('store.product.add')}
      action={t('store.product.add')}
      fields={productFields(t)}
      initial={{ title: '', description: '', status: 'draft', tags: '' }}
      objectOf={(attributes) => ({ type: 'products', attributes })}
      isOpen
      onClose={onClose}
      onMade={({ id }) => void navigate(`/products/${id}`)}
    />
  );
}
