import type { ReactNode } from 'react';
import { DeleteApp } from './delete-app';
import { EditSettings } from './edit-app';
import type { KnownApp } from './own-app';
import { Secrets } from './secrets';

export function Settings({ latest }: { latest: KnownApp }): ReactNode {
  return (
    <>
      <EditSettings latest={latest} />
      <Secrets app={latest.app} kind="secrets" />
      <DeleteApp app={latest.app} />
    </>
  );
}
