import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { askAuth } from '../../api/auth-api';
import { isProblem } from '../../api/problem';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Card, Row } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

export function SecondFactorCard(): ReactNode {
  const t = useTexts();
  const { id, isFactorRequired } = useShop();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const next = !isFactorRequired;
  const kind = next ? 'require' : 'waive';
  const change = async (): Promise<void> => {
    const data = { type: 'shops', id, attributes: { second_factor_required: next } };
    await askAuth(`/api/shops/${id}`, { method: 'PATCH', data });
    toast(t(`general.factor.${kind}.done`));
    await queries.invalidateQueries({ queryKey: ['shop'] });
    await queries.invalidateQueries({ queryKey: ['shop-settings', id] });
  };
  const explain = (error: unknown): ReactNode =>
    isProblem(error) && error.has('invalid_attribute') ? t('general.factor.own') : undefined;
  return (
    <Card title={t('general.factor')} lead={t('general.factor.lead')}>
      <Row>
        <Badge kind={isFactorRequired ? 'good' : 'neutral'}>
          {t(isFactorRequired ? 'general.factor.required' : 'general.factor.optional')}
        </Badge>
        <Button size="small" needs="shops.patch" onPress={() => setAsking(true)}>
          {t(`general.factor.${kind}`)}
        </Button>
      </Row>
      <ConfirmDialog
        title={t(`general.factor.${kind}.title`)}
        action={t(`general.factor.${kind}`)}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={change}
        explain={explain}
        isHarmless={next}
      >
        {t(`general.factor.${kind}.text`)}
      </ConfirmDialog>
    </Card>
  );
}
