import { type ReactNode, useState } from 'react';
import { archiveRights, downloadArchive } from '../../api/customer-archive';
import { Button } from '../../parts/button';
import { saveFile } from '../../parts/save-file';
import { whatHappened } from '../../parts/states';
import { toast } from '../../parts/toast';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** A button that downloads all data of a customer. Hidden from users without the required scopes. */
export function DownloadData({ customerId }: { customerId: string }): ReactNode {
  const t = useTexts();
  const may = useMay();
  const { id } = useShop();
  const [isRunning, setRunning] = useState(false);
  if (!may(...archiveRights)) return null;
  const download = async (): Promise<void> => {
    setRunning(true);
    try {
      saveFile(await downloadArchive(id, customerId), `customer-${customerId}.ndjson`);
      toast(t('erasures.archive.done'));
    } catch (error) {
      toast(`${t('erasures.archive.failed')} ${t(whatHappened(error))}`, 'warning');
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button icon="download" isPending={isRunning} onPress={() => void download()}>
      {t('erasures.archive')}
    </Button>
  );
}
