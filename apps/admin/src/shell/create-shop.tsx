import type { ReactNode } from 'react';
import { authDocument } from '../api/auth-api';
import { Dialog } from '../parts/dialog';
import { NewShopForm } from '../parts/new-shop-form';
import { switchShop } from '../session/switch-shop';
import { useTexts } from '../texts/texts';

/** A shop of one's own; the panel goes on with it. */
export default function CreateShop({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  const submit = async (attributes: { name: string; domain: string }): Promise<void> => {
    await authDocument('/api/shops', { method: 'POST', data: { type: 'shops', attributes } });
    switchShop(attributes.domain);
  };
  return (
    <Dialog title={t('createShop.title')} isOpen onClose={onClose}>
      <NewShopForm action={t('createShop.submit')} onSubmit={submit} onCancel={onClose} />
    </Dialog>
  );
}
