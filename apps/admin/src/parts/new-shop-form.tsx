import { type ReactNode, useEffect, useState } from 'react';
import { hostOf } from '../session/switch-shop';
import { useTexts } from '../texts/texts';
import { TextInput } from './fields';
import { Form, FormActions } from './form';

interface NewShopFormProps {
  action: ReactNode;
  onSubmit: (shop: { name: string; domain: string }) => Promise<unknown>;
  onCancel: () => void;
  children?: ReactNode;
  fields?: readonly string[];
}

/** A form for the name and domain of a new shop. Derives the domain from the name until the user edits the domain. */
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
 * Returns a function that suggests a domain for a shop name. Returns undefined while the chunk with the
 * transliteration table is loading.
 */
function useDomainFor(): ((name: string) => string) | undefined {
  const [loaded, setLoaded] = useState<{ domainFor: (name: string) => string }>();
  useEffect(() => {
    // Ignores a failure to load domain suggestions, because the user can type a domain.
    import('./domain-for').then(setLoaded, () => undefined);
  }, []);
  return loaded?.domainFor;
}
