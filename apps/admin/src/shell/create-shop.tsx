import { type ReactNode, useState } from 'react';
import { authDocument } from '../api/auth-api';
import { Dialog } from '../parts/dialog';
import { NewShopForm } from '../parts/new-shop-form';
import { ZoneInput } from '../parts/zone-input';
import { ownZone } from '../parts/zone-names';
import { switchShop } from '../session/switch-shop';
import { useTexts } from '../texts/texts';

/** A shop of one's own; the panel goes on with it. */
export default function CreateShop({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  const [time_zone, setZone] = useState(ownZone);
  const submit = async (shop: { name: string; domain: string }): Promise<void> => {
    const attributes = { ...shop, time_zone };
    await authDocument('/api/shops', { method: 'POST', data: { type: 'shops', attributes } });
    switchShop(shop.domain);
  };
  return (
    <Dialog title={t('createShop.title')} isOpen onClose={onClose}>
      <NewShopForm
        action={t('createShop.submit')}
        onSubmit={submit}
        onCancel={onClose}
        fields={['time_zone']}
      >
        <ZoneInput label={t('createShop.zone')} name="time_zone" value={time_zone} onChange={setZone} />
      </NewShopForm>
    </Dialog>
  );
}
