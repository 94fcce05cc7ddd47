import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { askAuth } from '../../api/auth-api';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Card, Row } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** Shows whether apps and access tokens are suspended, with a button that suspends or resumes all of them. */
export function ApiSuspensionCard(): ReactNode {
  const t = useTexts();
  const { id, isApiSuspended } = useShop();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const kind = isApiSuspended ? 'resume' : 'suspend';
  const change = async (): Promise<void> => {
    const data = { type: 'shops', id, attributes: { api_suspended: !isApiSuspended } };
    await askAuth(`/api/shops/${id}`, { method: 'PATCH', data });
    toast(t(`general.api.${kind}.done`));
    await queries.invalidateQueries({ queryKey: ['shop'] });
    await queries.invalidateQueries({ queryKey: ['shop-settings', id] });
  };
  return (
    <Card title={t('general.api')} lead={t('general.api.lead')}>
      <Row>
        <Badge kind={isApiSuspended ? 'danger' : 'good'}>
          {t(isApiSuspended ? 'general.api.suspended' : 'general.api.active')}
        </Badge>
        <Button
          size="small"
          look={isApiSuspended ? 'secondary' : 'destructive'}
          needs="shops.patch"
          onPress={() => setAsking(true)}
        >
          {t(`general.api.${kind}`)}
        </Button>
      </Row>
      <ConfirmDialog
        title={t(`general.api.${kind}.title`)}
        action={t(`general.api.${kind}`)}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={change}
        isHarmless={isApiSuspended}
      >
        {t(`general.api.${kind}.text`)}
      </ConfirmDialog>
    </Card>
  );
}
