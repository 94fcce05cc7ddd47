import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Code } from '../../api/store';
import { Button } from '../../parts/button';
import { Facts } from '../../parts/facts';
import { Card } from '../../parts/layout';
import { DeleteObject } from '../../parts/store/delete-object';
import { DetailPage } from '../../parts/store/detail-page';
import { EditCard } from '../../parts/store/edit-card';
import { MetaCard } from '../../parts/store/meta-card';
import { useMoney } from '../../parts/store/money';
import { WordBadge } from '../../parts/store/words';
import { Time } from '../../parts/time';
import { type Texts, useTexts, useTimeZone } from '../../texts/texts';
import type { AttributeField } from '../../parts/store/attributes';
import { limitsOf, Usage } from './usage';
import { useWorth } from './worth';

export default function CodePage(): ReactNode {
  const t = useTexts();
  const zone = useTimeZone();
  const navigate = useNavigate();
  return (
    <DetailPage<Code>
      type="codes"
      title={({ attributes }) => attributes.code}
      actions={(known, { send }) => {
        const { enabled } = known.object.attributes;
        return (
          <Button needs="codes.patch" onPress={() => void send(known, { enabled: !enabled })}>
            {t(enabled ? 'code.disable' : 'code.enable')}
          </Button>
        );
      }}
    >
      {(known, changing) => ({
        main: (
          <>
            <About code={known.object} />
            <EditCard title={t('code.rules')} fields={fieldsOf(t, zone)} known={known} changing={changing} />
          </>
        ),
        aside: (
          <>
            <MetaCard object={known.object} />
            {known.object.attributes.usage_count === 0 && (
              <div>
                <DeleteObject
                  known={known}
                  title={t('code.delete.title', { code: known.object.attributes.code })}
                  text={t('code.delete.text')}
                  onDeleted={() => void navigate('/codes')}
                />
              </div>
            )}
          </>
        ),
      })}
    </DetailPage>
  );
}

function About({ code }: { code: Code }): ReactNode {
  const { attributes } = code;
  const t = useTexts();
  const money = useMoney();
  const worth = useWorth();
  const { minimum_subtotal_amount, currency_code } = attributes;
  return (
    <Card title={t('store.codes.one')}>
      <Facts
        facts={[
          { name: t('store.filter.kind'), value: t(`store.word.${attributes.kind}`) },
          { name: t('store.filter.status'), value: <WordBadge word={attributes.status} /> },
          { name: t('code.value'), value: worth(attributes) },
          { name: t('code.uses'), value: <Usage code={code} /> },
          { name: t('code.rules'), value: limitsOf(t, code) },
          {
            name: t('code.minimum'),
            value:
              minimum_subtotal_amount === null ? undefined : money(minimum_subtotal_amount, currency_code),
          },
          {
            name: t('code.starts'),
            value: attributes.starts_at === null ? undefined : <Time value={attributes.starts_at} />,
          },
        ]}
      />
    </Card>
  );
}

function fieldsOf(t: Texts, zone: string): AttributeField[] {
  const limit = t('code.limit.description');
  return [
    { name: 'ends_at', label: t('code.ends'), kind: 'time', zone },
    { name: 'usage_limit', label: t('code.limit'), kind: 'whole', description: limit },
    { name: 'usage_limit_per_customer', label: t('code.limitEach'), kind: 'whole', description: limit },
  ];
}
