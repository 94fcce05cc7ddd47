import { type ReactNode, useEffect, useState } from 'react';
import { hostOf } from '../session/switch-shop';
import { useTexts } from '../texts/texts';
import { TextInput } from './fields';
import { Form, FormActions } from './form';

interface NewShopFormProps {
  /** Label of the submitting button, which is a verb. */
  action: ReactNode;
  onSubmit: (shop: { name: string; domain: string }) => Promise<unknown>;
  onCancel: () => void;
  /** Further fields at the end of the form, and their names. */
  children?: ReactNode;
  fields?: readonly string[];
}

/**
 * A form for the name and the address of a new shop. Derives the address from the name until a person edits
 * the address.
 */
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

/**
 * Returns a function that suggests a domain for a name, or undefined until the code with the transliteration
 * table is loaded.
 */
function useDomainFor(): ((name: string) => string) | undefined {
  const [loaded, setLoaded] = useState<{ domainFor: (name: string) => string }>();
  useEffect(() => {
    // Ignores a failure to load the code. The person then types the address.
    import('./domain-for').then(setLoaded, () => undefined);
  }, []);
  return loaded?.domainFor;
}
