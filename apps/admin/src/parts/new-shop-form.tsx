import { type ReactNode, useState } from 'react';
import { hostOf } from '../session/switch-shop';
import { useTexts } from '../texts/texts';
import { TextInput } from './fields';
import { Form, FormActions } from './form';

interface NewShopFormProps {
  /** A verb. */
  action: ReactNode;
  onSubmit: (shop: { name: string; domain: string }) => Promise<unknown>;
  onCancel: () => void;
  /** More fields, at the end, and the names of these. */
  children?: ReactNode;
  fields?: readonly string[];
}

/** Name and address of a shop that is to be. The address follows the name until somebody types one. */
export function NewShopForm({
  action,
  onSubmit,
  onCancel,
  children,
  fields = [],
}: NewShopFormProps): ReactNode {
  const t = useTexts();
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string>();
  const domain = typed ?? domainFor(name);
  const check = (): Record<string, string> => ({
    ...(name.trim() === '' && { name: t('createShop.name.missing') }),
    ...(hostOf(domain) === undefined && { domain: t('createShop.domain.wrong') }),
  });
  return (
    <Form
      onSubmit={() => onSubmit({ name: name.trim(), domain })}
      fields={['name', 'domain', ...fields]}
      check={check}
    >
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
          {children}
          <FormActions action={action} isPending={isPending} onCancel={onCancel} />
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
