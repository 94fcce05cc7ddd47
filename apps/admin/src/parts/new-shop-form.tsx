import { type ReactNode, useEffect, useState } from 'react';
import { hostOf } from '../session/switch-shop';
import { useTexts } from '../texts/texts';
import { TextInput } from './fields';
import { Form, FormActions } from './form';

interface NewShopFormProps {
  /** Label of the submitting button: a verb. */
  action: ReactNode;
  onSubmit: (shop: { name: string; domain: string }) => Promise<unknown>;
  onCancel: () => void;
  /** Further fields at the end, and their names. */
  children?: ReactNode;
  fields?: readonly string[];
}

/** Name and address of a new shop. The address is derived from the name until a person edits it. */
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
  const domainFor = useDomainFor();
  const domain = typed ?? domainFor?.(name) ?? '';
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

/** Suggests a domain for a name; undefined until the chunk with the transliteration table is loaded. */
function useDomainFor(): ((name: string) => string) | undefined {
  const [loaded, setLoaded] = useState<{ domainFor: (name: string) => string }>();
  useEffect(() => {
    // If the chunk fails to load, the address must be typed.
    import('./domain-for').then(setLoaded, () => undefined);
  }, []);
  return loaded?.domainFor;
}
