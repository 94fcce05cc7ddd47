import type { ReactNode } from 'react';
import { Text, useTexts } from '../../texts/texts';
import { Time } from '../../parts/time';
import { changesOf } from './changes';
import { ChangeList } from './changes-preview';
import { textOfVersion } from './drafts';
import { JsonView } from './json/json-editor';
import type { Known } from './meta-api';
import styles from './meta-object.module.css';

/** Shows the newest version of a meta object, and its differences from the version `base`. */
export function Newer({ latest, base }: { latest: Known; base: Known }): ReactNode {
  const t = useTexts();
  const { attributes, meta } = latest.object;
  const { changes } = changesOf(base.object.attributes.data, attributes.data, 'replace');
  return (
    <div className={styles['newer']}>
      <h2>
        <Text
          id="meta.conflict.newer"
          values={{ version: meta?.version, time: <Time value={meta?.updated_at} form="relative" /> }}
        />
      </h2>
      <JsonView label={t('meta.conflict.stored')} text={textOfVersion(latest)} />
      {changes.length > 0 && (
        <div className={styles['section']}>
          <p className={styles['hint']}>{t('meta.conflict.theirs')}</p>
          <ChangeList changes={changes} />
        </div>
      )}
    </div>
  );
}
