import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { useLast } from '../../parts/last';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';
import { removeTestShop, resetTestShop, type TestShop, useTestShopsChanged } from './test-shops-api';

interface QuestionProps {
  shop: TestShop | undefined;
  onClose: () => void;
}

export const ResetTestShop = (props: QuestionProps): ReactNode => (
  <Question {...props} step="reset" act={resetTestShop} />
);

export const RemoveTestShop = (props: QuestionProps): ReactNode => (
  <Question {...props} step="remove" act={removeTestShop} />
);

function Question({
  shop,
  onClose,
  step,
  act,
}: QuestionProps & { step: 'reset' | 'remove'; act: (id: string) => Promise<void> }): ReactNode {
  const t = useTexts();
  const changed = useTestShopsChanged();
  const last = useLast(shop);
  const name = last?.attributes.name ?? '';
  const confirm = async (): Promise<void> => {
    await act(last!.id);
    toast(t(`testShops.${step}.done`, { name }));
    await changed();
  };
  return (
    <ConfirmDialog
      title={t(`testShops.${step}.title`, { name })}
      action={t(`testShops.${step}`)}
      isOpen={shop !== undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>{t(`testShops.${step}.text`)}</p>
    </ConfirmDialog>
  );
}
