import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { askAuth } from '../../api/auth-api';
import { imageTypes } from '../../api/product-images';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { FileButton } from '../../parts/file-button';
import { problemOfImage, type UploadFailure, uploadFailureText } from '../../parts/image-upload';
import { Card, Row, Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import styles from './logo-card.module.css';

/** Returns a function that reloads the shop, because this screen and the page frame show the shop's logo. */
function useShopReloaded(): () => Promise<void> {
  const { id } = useShop();
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: ['shop'] });
    await queries.invalidateQueries({ queryKey: ['shop-settings', id] });
  };
}

export function LogoCard(): ReactNode {
  const t = useTexts();
  const { id, name, logoUrl } = useShop();
  const reload = useShopReloaded();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<UploadFailure>();
  const upload = async (file: File): Promise<void> => {
    const problem = problemOfImage(file);
    setFailure(problem);
    if (problem) return;
    setPending(true);
    try {
      const headers = { 'content-type': file.type };
      await askAuth(`/api/shops/${id}/logo`, { method: 'PUT', body: file, headers });
      await reload();
      toast(t('general.logo.saved', { name }));
    } catch (error) {
      setFailure({ error });
    } finally {
      setPending(false);
    }
  };
  return (
    <Card title={t('general.logo')} lead={t('general.logo.lead')}>
      <Stack>
        <div className={styles['logo']}>
          {logoUrl === null ? t('general.logo.none') : <img src={logoUrl} alt={t('general.logo')} />}
        </div>
        {failure && (
          <Notice kind="danger" live>
            {uploadFailureText(t, failure)}
          </Notice>
        )}
        <Row>
          <FileButton
            size="small"
            needs="shops.patch"
            types={imageTypes}
            isPending={isPending}
            onChoose={(file) => void upload(file!)}
          >
            {t(logoUrl === null ? 'general.logo.add' : 'general.logo.replace')}
          </FileButton>
          {logoUrl !== null && <RemoveLogo />}
        </Row>
      </Stack>
    </Card>
  );
}

function RemoveLogo(): ReactNode {
  const t = useTexts();
  const { id, name } = useShop();
  const reload = useShopReloaded();
  const [isAsking, setAsking] = useState(false);
  const confirm = async (): Promise<void> => {
    await askAuth(`/api/shops/${id}/logo`, { method: 'DELETE' });
    await reload();
    toast(t('general.logo.removed', { name }));
  };
  return (
    <>
      <Button size="small" look="destructive" needs="shops.patch" onPress={() => setAsking(true)}>
        {t('general.logo.remove')}
      </Button>
      <ConfirmDialog
        title={t('general.logo.remove.title')}
        action={t('general.logo.remove')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      >
        <p>{t('general.logo.remove.text')}</p>
      </ConfirmDialog>
    </>
  );
}
