import type { ReactNode } from 'react';
import { authPage } from '../../api/auth-api';
import { type Erasure, erasuresKey, erasuresPath } from '../../api/erasures';
import type { Installation } from '../../api/installations';
import { ErasuresTable } from '../../parts/erasures/erasures-table';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** Data erasures of customers and of uninstalled shops that the app must confirm. */
export default function AppErasures({ installation: { id } }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const path = erasuresPath(shop.id, { installation_id: id });
  const list = usePagedList<Erasure>([...erasuresKey(shop.id), id], path, authPage);
  return (
    <Card flush title={t('erasures.title')} lead={t('erasures.ofApp')}>
      <ListPage list={list} lines={2} empty={<EmptyState icon="people" title={t('erasures.ofApp.empty')} />}>
        {(erasures) => <ErasuresTable erasures={erasures} installationId={id} />}
      </ListPage>
    </Card>
  );
}
