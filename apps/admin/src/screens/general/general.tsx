import type { ReactNode } from 'react';
import { Facts } from '../../parts/facts';
import { Card } from '../../parts/layout';
import { ErrorState, Skeleton } from '../../parts/states';
import { CurrencyInput } from '../../parts/store/currency-input';
import { EditCard } from '../../parts/store/edit-card';
import type { AttributeField } from '../../parts/store/attributes';
import { ZoneInput } from '../../parts/zone-input';
import { useShop } from '../../session/shop';
import { shopApiUrl } from '../../session/shop-url';
import { Page } from '../../shell/page';
import { type Texts, useTexts } from '../../texts/texts';
import { ApiSuspensionCard } from './api-suspension-card';
import { LogoCard } from './logo-card';
import { SecondFactorCard } from './second-factor-card';
import { useChangingShop, useKnownShop } from './shop-settings';

export default function General(): ReactNode {
  const t = useTexts();
  const { domain } = useShop();
  const known = useKnownShop();
  const changing = useChangingShop();
  return (
    <Page title={t('general.title')} lead={t('general.lead')}>
      {known.isPending && <Skeleton lines={4} />}
      {known.error && !known.data && <ErrorState error={known.error} onRetry={() => void known.refetch()} />}
      {known.data && (
        <>
          <EditCard title={t('general.shop')} fields={fieldsOf(t)} known={known.data} changing={changing} />
          <EditCard
            title={t('general.contact')}
            fields={contactFieldsOf(t)}
            known={known.data}
            changing={changing}
          />
        </>
      )}
      {/* The other cards appear together with the forms, so that the forms do not shift them. */}
      {!known.isPending && (
        <>
          <LogoCard />
          <SecondFactorCard />
          <ApiSuspensionCard />
          <Card title={t('general.addresses')} lead={t('general.addresses.lead')}>
            <Facts
              facts={[
                { name: t('general.address.panel'), value: `${window.location.origin}/admin` },
                { name: t('general.address.api'), value: shopApiUrl(domain) },
              ]}
            />
          </Card>
        </>
      )}
    </Page>
  );
}

function fieldsOf(t: Texts): AttributeField[] {
  return [
    { name: 'name', label: t('general.name'), kind: 'text', isRequired: true },
    {
      ...{ name: 'time_zone', label: t('general.zone'), kind: 'text', input: ZoneInput },
      description: t('general.zone.lead'),
    },
    {
      ...{ name: 'currency_code', label: t('general.currency'), kind: 'text', input: CurrencyInput },
      description: t('general.currency.lead'),
    },
  ];
}

function contactFieldsOf(t: Texts): AttributeField[] {
  return [
    { name: 'support_email', label: t('general.contact.email'), kind: 'nullable' },
    { name: 'support_phone', label: t('general.contact.phone'), kind: 'nullable' },
    {
      ...{ name: 'address', label: t('general.contact.address'), kind: 'nullable', isLong: true },
      description: t('general.contact.address.lead'),
    },
  ];
}
