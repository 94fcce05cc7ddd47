import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../../api/request';
import type { StoreObject } from '../../api/store';
import { useMay } from '../../session/membership';
import { useTexts } from '../../texts/texts';
import { CopyButton } from '../copy-button';
import { Facts } from '../facts';
import { Card, Row } from '../layout';
import { Time } from '../time';

export function MetaCard({ object: { type, id, meta } }: { object: StoreObject }): ReactNode {
  const t = useTexts();
  const may = useMay();
  const search = addressOf('/meta', { 'filter[resource_type]': type, 'filter[resource_id]': id });
  return (
    <Card title={t('store.about')}>
      <Facts
        facts={[
          {
            name: t('store.field.id'),
            value: (
              <Row>
                <code>{id}</code>
                <CopyButton text={id} label={t('store.field.id')} />
              </Row>
            ),
          },
          { name: t('store.field.created'), value: <Time value={meta?.created_at} /> },
          { name: t('store.field.updated'), value: <Time value={meta?.updated_at} form="relative" /> },
          ...(may('meta.collection')
            ? [{ name: t('store.meta'), value: <Link to={search}>{t('store.meta.see')}</Link> }]
            : []),
        ]}
      />
    </Card>
  );
}
