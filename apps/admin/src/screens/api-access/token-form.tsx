import { type ReactNode, useState } from 'react';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { networksIn } from '../../parts/networks/networks';
import { TokenNetworksField } from '../../parts/networks/networks-field';
import { Select } from '../../parts/select';
import { useToday } from '../../parts/today';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { AccessFields } from './access-fields';
import { generateToken } from './access-token';
import { type ExpiryChoice, expiryChoices, expiresAt } from './expiry';
import styles from './generate-token.module.css';

interface TokenFormProps {
  onCancel: () => void;
  onMade: (made: { name: string; token: string; scopes: string[] | null }) => void;
}

interface Wanted {
  name: string;
  /** Scopes of the access token. null means full access. */
  scopes: string[] | null;
  expiry: ExpiryChoice;
  date: string;
  networks: string;
}

const initial: Wanted = { name: '', scopes: [], expiry: '90', date: '', networks: '' };

export function TokenForm({ onCancel, onMade }: TokenFormProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const zone = shop.timeZone;
  const [wanted, setWanted] = useState<Wanted>(initial);
  const change = (part: Partial<Wanted>): void => setWanted({ ...wanted, ...part });
  const submit = async (): Promise<void> => {
    const { scopes, expiry, date, networks } = wanted;
    const name = wanted.name.trim();
    const expires_at = expiresAt(expiry, date, { now: Date.now(), zone }) ?? null;
    const allowed_networks = networksIn(networks);
    const token = await generateToken(shop.id, { name, scopes, allowed_networks, expires_at });
    onMade({ name, scopes, token });
  };
  return (
    <Form
      onSubmit={submit}
      fields={['name', 'scopes', 'expires_at', 'allowed_networks']}
      check={() => missing(t, wanted, zone)}
      edits={{
        isChanged: JSON.stringify(wanted) !== JSON.stringify(initial),
        discard: () => setWanted(initial),
      }}
    >
      {({ isPending, errors }) => (
        <>
          <TextInput
            label={t('apiAccess.new.name')}
            description={t('apiAccess.new.name.description')}
            name="name"
            autoFocus
            autoComplete="off"
            value={wanted.name}
            onChange={(name) => change({ name })}
          />
          <ExpiryFields wanted={wanted} onChange={change} />
          <AccessFields
            scopes={wanted.scopes}
            onChange={(scopes) => change({ scopes })}
            error={errors['scopes']}
          />
          <TokenNetworksField value={wanted.networks} onChange={(networks) => change({ networks })} />
          <FormActions action={t('apiAccess.new.submit')} isPending={isPending} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}

function missing(t: Texts, { name, scopes, expiry, date }: Wanted, zone: string): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: t('apiAccess.new.name.missing') } : {}),
    ...(scopes?.length === 0 ? { scopes: t('apiAccess.new.access.missing') } : {}),
    ...(expiresAt(expiry, date, { now: Date.now(), zone }) === undefined
      ? { expires_at: t('apiAccess.new.date.missing') }
      : {}),
  };
}

function ExpiryFields({
  wanted,
  onChange,
}: {
  wanted: Wanted;
  onChange: (part: Partial<Wanted>) => void;
}): ReactNode {
  const t = useTexts();
  const today = useToday(useShop().timeZone);
  const texts: Record<ExpiryChoice, string> = {
    never: t('apiAccess.new.expiry.never'),
    '30': t('apiAccess.new.expiry.days', { days: 30 }),
    '90': t('apiAccess.new.expiry.days', { days: 90 }),
    year: t('apiAccess.new.expiry.year'),
    date: t('apiAccess.new.expiry.date'),
  };
  return (
    <div className={styles['expiry']}>
      <Select
        label={t('apiAccess.new.expiry')}
        options={expiryChoices.map((id) => ({ id, text: texts[id] }))}
        value={wanted.expiry}
        onChange={(expiry) => onChange({ expiry })}
      />
      {wanted.expiry === 'date' && (
        <TextInput
          label={t('apiAccess.new.date')}
          description={t('apiAccess.new.date.description')}
          name="expires_at"
          type="date"
          min={today}
          value={wanted.date}
          onChange={(date) => onChange({ date })}
        />
      )}
    </div>
  );
}
