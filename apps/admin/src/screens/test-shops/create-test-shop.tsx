import type { ReactNode } from 'react';
import { Dialog } from '../../parts/dialog';
import { Stack } from '../../parts/layout';
import { NewShopForm } from '../../parts/new-shop-form';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';
import { createTestShop, useTestShopsChanged } from './test-shops-api';

export function CreateTestShop({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useTexts();
  const changed = useTestShopsChanged();
  const submit = async (shop: { name: string; domain: string }): Promise<void> => {
    await createTestShop(shop);
    onClose();
    toast(t('testShops.create.done', { name: shop.name }));
    await changed();
  };
  return (
    <Dialog title={t('testShops.create.title')} isOpen={isOpen} onClose={onClose}>
      <Stack>
        <p>{t('testShops.contents')}</p>
        <NewShopForm action={t('testShops.create')} onSubmit={submit} onCancel={onClose} />
      </Stack>
    </Dialog>
  );
}
