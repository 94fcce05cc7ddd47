import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../parts/button';
import { Radio, RadioGroup } from '../../parts/fields';
import { useIdempotencyKey } from '../../parts/idempotency-key';
import { Notice } from '../../parts/notice';
import { whatHappened } from '../../parts/states';
import { toast } from '../../parts/toast';
import { discardUnsavedInput } from '../../parts/unsaved/unsaved';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { type Changes, changesOf, combined, type Mode } from './changes';
import { ChangesPreview } from './changes-preview';
import { textOfVersion, type useDraft } from './drafts';
import { type Checked, hasErrors } from './json/check';
import { compact } from '../../parts/json/format';
import { createRequest, type Known, sent } from './meta-api';
import { metaName } from './meta-name';
import styles from './meta-object.module.css';

type Editing = ReturnType<typeof useDraft>;

export function ModeField({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }): ReactNode {
  const t = useTexts();
  return (
    <RadioGroup label={t('meta.mode')} value={mode} onChange={(next) => onChange(next as Mode)}>
      <Radio value="replace" description={t('meta.mode.replace.description')}>
        {t('meta.mode.replace')}
      </Radio>
      <Radio value="merge" description={t('meta.mode.merge.description')}>
        {t('meta.mode.merge')}
      </Radio>
    </RadioGroup>
  );
}

export function WhatChanges({ title, changes }: { title: string; changes: Changes }): ReactNode {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      <ChangesPreview changes={changes} />
    </section>
  );
}

interface EditorNoticesProps extends Editing {
  latest: Known;
  isConflict: boolean;
  isGone: boolean;
  checked: Checked;
}

export function EditorNotices(props: EditorNoticesProps): ReactNode {
  const t = useTexts();
  const { draft, change, isConflict, isGone } = props;
  if (isGone) return <Gone {...props} />;
  if (isConflict) return <Conflict {...props} />;
  if (draft.aside !== undefined) {
    return (
      <Notice
        live
        actions={
          <>
            <Button size="small" onPress={() => change({ text: draft.aside!, aside: undefined })}>
              {t('meta.aside.back')}
            </Button>
            <Button size="small" look="quiet" onPress={() => change({ aside: undefined })}>
              {t('meta.aside.forget')}
            </Button>
          </>
        }
      >
        {t('meta.aside')}
      </Notice>
    );
  }
  return null;
}

function Conflict({ draft, change, latest, checked }: EditorNoticesProps): ReactNode {
  const t = useTexts();
  const { root, data } = checked;
  const combine = (): void => {
    if (!root || !data) return;
    const mine = changesOf(draft.base.object.attributes.data, data, draft.mode);
    const text = combined(latest.object.attributes.data, mine, { text: draft.text, root });
    // Saves with the mode `replace`, because the combined text contains every key of the object.
    change({ base: latest, text, mode: 'replace' });
  };
  return (
    <Notice
      kind="warning"
      live
      title={t('meta.conflict.title')}
      actions={
        <>
          <Button size="small" look="primary" isDisabled={!data || hasErrors(checked)} onPress={combine}>
            {t('meta.conflict.combine')}
          </Button>
          <Button size="small" onPress={() => change({ base: latest })}>
            {t('meta.conflict.mine')}
          </Button>
          <Button
            size="small"
            onPress={() =>
              change({
                base: latest,
                text: textOfVersion(latest),
                aside: draft.aside ?? draft.text,
              })
            }
          >
            {t('meta.conflict.newest')}
          </Button>
        </>
      }
    >
      {t('meta.conflict.text')}
    </Notice>
  );
}

function Gone({ draft, checked }: EditorNoticesProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const create = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      const request = createRequest(draft.base.object.attributes, compact(draft.text, checked.root));
      const made = await sent(shop.id, request, { headers: { 'idempotency-key': keyFor(request.body!) } });
      discardUnsavedInput();
      await navigate(`/meta/${made!.object.id}`, { replace: true });
      toast(t('meta.created', { name: metaName(made!.object.attributes) }));
    } catch (thrown) {
      setError(thrown);
    } finally {
      setPending(false);
    }
  };
  return (
    <Notice
      kind="danger"
      live
      title={t('meta.gone.title')}
      actions={
        <Button
          size="small"
          isPending={isPending}
          isDisabled={!checked.data || hasErrors(checked)}
          onPress={() => void create()}
        >
          {t('meta.gone.create')}
        </Button>
      }
    >
      <p>{t('meta.gone.text')}</p>
      {error !== undefined && <p>{t(whatHappened(error))}</p>}
    </Notice>
  );
}
