import { type ReactNode, useState } from 'react';
import { authDocument } from '../api/auth-api';
import { isProblem } from '../api/problem';
import { Dialog } from '../parts/dialog';
import { TextInput } from '../parts/fields';
import { Form, FormActions } from '../parts/form';
import { hostOf, switchShop } from '../session/switch-shop';
import { useTexts } from '../texts/texts';

/** A shop of one's own; the panel goes on with it. */
export default function CreateShop({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  return (
    <Dialog title={t('createShop.title')} isOpen onClose={onClose}>
      <CreateShopForm onClose={onClose} />
    </Dialog>
  );
}

function CreateShopForm({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string>();
  const domain = typed ?? domainFor(name);
  const submit = async (): Promise<void> => {
    const attributes = { name: name.trim(), domain };
    await authDocument('/api/shops', { method: 'POST', data: { type: 'shops', attributes } });
    switchShop(domain);
  };
  const explain = (error: unknown): ReactNode =>
    isProblem(error) && error.has('shop_limit_reached') ? t('createShop.limit') : undefined;
  const check = (): Record<string, string> => ({
    ...(name.trim() === '' && { name: t('createShop.name.missing') }),
    ...(hostOf(domain) === undefined && { domain: t('createShop.domain.wrong') }),
  });
  return (
    <Form onSubmit={submit} fields={['name', 'domain']} explain={explain} check={check}>
      {({ isPending }) => (
        <>
          <TextInput label={t('createShop.name')} name="name" autoFocus value={name} onChange={setName} />
          <TextInput
            label={t('createShop.domain')}
            description={t('createShop.domain.lead', { address: hostOf(domain || 'my-shop') ?? domain })}
            name="domain"
            mono
            value={domain}
            onChange={setTyped}
          />
          <FormActions action={t('createShop.submit')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}

/** What a shop of this name may be found at: letters without their marks, and hyphens for the rest. */
function domainFor(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return letters
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-|-$/g, '');
}
