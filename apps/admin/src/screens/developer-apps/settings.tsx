import type { ReactNode } from 'react';
import { DeleteApp } from './delete-app';
import { EditSettings } from './edit-app';
import { EditIcon } from './edit-icon';
import type { KnownApp } from './own-app';
import { Secrets } from './secrets';

/** Default export, so that this section of the page is a separate chunk. */
export default function Settings({ latest }: { latest: KnownApp }): ReactNode {
  return (
    <>
      <EditSettings latest={latest} />
      <EditIcon app={latest.app} />
      <Secrets app={latest.app} kind="secrets" />
      <DeleteApp app={latest.app} />
    </>
  );
}
