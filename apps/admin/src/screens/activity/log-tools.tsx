import { type ReactNode, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import { problemOf } from '../../api/problem';
import { Button } from '../../parts/button';
import { Notice } from '../../parts/notice';
import { saveFile } from '../../parts/save-file';
import { whatHappened } from '../../parts/states';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { Verified, type Verification } from './verified';

type State =
  | 'verify'
  | 'export'
  | { verified: Verification }
  | { failed: 'verify' | 'export'; error: unknown };

export function useLogTools(): { buttons: ReactNode; result: ReactNode } {
  const t = useTexts();
  const { id, domain } = useShop();
  const [state, setState] = useState<State>();
  const run = async (action: 'verify' | 'export'): Promise<void> => {
    setState(action);
    try {
      if (action === 'verify') return setState({ verified: await verify(id) });
      await download(id, domain);
      setState(undefined);
      toast(t('activity.export.done'));
    } catch (error) {
      setState({ failed: action, error });
    }
  };
  const button = (action: 'verify' | 'export'): ReactNode => (
    <Button isPending={state === action} onPress={() => void run(action)}>
      {t(`activity.${action}`)}
    </Button>
  );
  return {
    buttons: (
      <>
        {button('verify')}
        {button('export')}
      </>
    ),
    result: <Result state={state} />,
  };
}

function Result({ state }: { state: State | undefined }): ReactNode {
  const t = useTexts();
  if (typeof state !== 'object') return null;
  if ('verified' in state) return <Verified verification={state.verified} />;
  return (
    <Notice kind="danger" live title={t(`activity.${state.failed}.failed`)}>
      <p>{t(whatHappened(state.error))}</p>
    </Notice>
  );
}

async function verify(shopId: string): Promise<Verification> {
  const path = `/api/shops/${shopId}/audit_verification`;
  return (await authDocument<Document<Resource<Verification>>>(path)).data.attributes;
}

/** Downloads the signed audit log export (docs/guides/audit-log-exports.md). */
async function download(shopId: string, domain: string): Promise<void> {
  const response = await fetch(`/admin/api/shops/${shopId}/audit_export`, {
    headers: { accept: 'application/x-ndjson' },
    credentials: 'same-origin',
    redirect: 'error',
  });
  if (!response.ok) throw await problemOf(response);
  const day = new Date().toISOString().slice(0, 10);
  saveFile(await response.blob(), `audit-log-${domain}-${day}.ndjson`);
}
