import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { askAuth } from '../../api/auth-api';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { useLast } from '../../parts/last';
import { Card, Row } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** Shows whether all apps and access tokens of the shop are suspended. A button suspends or resumes them. */
export function ApiSuspensionCard(): ReactNode {
  const t = useTexts();
  const { id, isApiSuspended } = useShop();
  const queries = useQueryClient();
  const kind = isApiSuspended ? 'resume' : 'suspend';
  const [asking, setAsking] = useState<'suspend' | 'resume'>();
  // Keeps the question of the dialog while the dialog closes, although the shop's state has changed.
  const asked = useLast(asking) ?? kind;
  const change = async (): Promise<void> => {
    const data = { type: 'shops', id, attributes: { api_suspended: asked === 'suspend' } };
    await askAuth(`/api/shops/${id}`, { method: 'PATCH', data });
    toast(t(`general.api.${asked}.done`));
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
          onPress={() => setAsking(kind)}
        >
          {t(`general.api.${kind}`)}
        </Button>
      </Row>
      <ConfirmDialog
        title={t(`general.api.${asked}.title`)}
        action={t(`general.api.${asked}`)}
        isOpen={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={change}
        isHarmless={asked === 'resume'}
      >
        {t(`general.api.${asked}.text`)}
      </ConfirmDialog>
    </Card>
  );
}
