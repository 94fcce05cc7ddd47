import { type ReactNode, useState } from 'react';
import { authDocument } from '../api/auth-api';
import { Dialog } from '../parts/dialog';
import { NewShopForm } from '../parts/new-shop-form';
import { CurrencyInput } from '../parts/store/currency-input';
import { ZoneInput } from '../parts/zone-input';
import { ownZone } from '../parts/zone-names';
import { useShopIfAny } from '../session/shop';
import { switchShop } from '../session/switch-shop';
import { useTexts } from '../texts/texts';

/** Creates a shop with the user as owner and opens the panel of the new shop. */
export default function CreateShop({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  const here = useShopIfAny();
  const [time_zone, setZone] = useState(ownZone);
  const [currency_code, setCurrency] = useState(here?.currency ?? 'EUR');
  const submit = async (shop: { name: string; domain: string }): Promise<void> => {
    const attributes = { ...shop, time_zone, currency_code };
    await authDocument('/api/shops', { method: 'POST', data: { type: 'shops', attributes } });
    switchShop(shop.domain);
  };
  return (
    <Dialog title={t('createShop.title')} isOpen onClose={onClose}>
      <NewShopForm
        action={t('createShop.submit')}
        onSubmit={submit}
        onCancel={onClose}
        fields={['time_zone', 'currency_code']}
      >
        <ZoneInput label={t('createShop.zone')} name="time_zone" value={time_zone} onChange={setZone} />
        <CurrencyInput
          label={t('createShop.currency')}
          name="currency_code"
          value={currency_code}
          onChange={setCurrency}
        />
      </NewShopForm>
    </Dialog>
  );
}
